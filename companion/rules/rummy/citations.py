"""The register entries that score lines and faults cite, game by game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.rules.rummy.melds import MeldKind


@dataclass(frozen=True, slots=True)
class Citations:
    """Ids of register entries; empty where the game has no such thing."""

    card_count: str
    card_values: str
    deck: str
    no_meld: str
    melds: Mapping[MeldKind, str]
    rank_order: str
    knock: str
    difference: str
    gin: str
    gin_bonus: str
    undercut: str
    undercut_difference: str = ""
    larger_gin: str = ""
    """Gin with more cards than a hand has otherwise."""
    big_gin: str = ""
    larger_big_gin: str = ""
    gin_difference: str = ""
    not_undercut: str = ""
    """Why Gin wins against a hand without deadwood."""
    minimum: str = ""
    minimum_undercut: str = ""
    gem_parts: str = ""
    gem_parts_kept: str = ""
    gem_parts_claim: str = ""
    gem_print: str = ""
    rum_bonus: str = ""
    missed_rum: str = ""
    missed_rum_fixed: str = ""
    """Where rum itself is worth something else."""
    untied_rum: str = ""
    share: str = ""
    paid: str = ""
    no_lay_off_on_gin: str = ""
    knocker_no_lay_off: str = ""
    lay_off: str = ""
    never_extended: str = ""
    misfit: str = ""
    """What a card fits that is laid off."""
    lay_off_held: str = ""
    """Whether a card of one's own meld can be laid off."""
    turns: str = ""
    no_lay_offs: str = ""
    laid_off: str = ""
    tied_hand: str = ""
    shared_hand: str = ""
    tie_with_knocker: str = ""
    knock_on_ace: str = ""
    spade_doubles: str = ""
    game_bonus: str = ""
    box_bonus: str = ""
    shutout: str = ""
    shutout_bonus: str = ""
    extra_boxes: str = ""
    stake_per_point: str = ""
    stake_per_box: str = ""


GEM_2 = Citations(
    card_count="P.top-discard",
    card_values="P.card-values",
    deck="P.deck",
    no_meld="P.four-melds",
    melds={
        MeldKind.SET: "P.set",
        MeldKind.RUN: "P.run",
        MeldKind.STASH: "P.stash",
        MeldKind.QUEENS_DIAMONDS: "P.queens-diamonds",
    },
    rank_order="P.rank-order",
    knock="P.knock",
    difference="P.difference",
    gin="P.gin",
    gin_bonus="P.gin",
    big_gin="P.big-gin",
    gin_difference="P.no-lay-off-on-gin",
    not_undercut="R.5",
    undercut="P.undercut",
    undercut_difference="P.difference",
    minimum="P.minimum",
    minimum_undercut="P.minimum-undercut",
    gem_parts="P.gem-parts-points",
    gem_parts_kept="R.8",
    gem_parts_claim="P.gem-parts",
    gem_print="P.print",
    no_lay_off_on_gin="P.no-lay-off-on-gin",
    knocker_no_lay_off="P.knocker-no-lay-off",
    lay_off="P.lay-off",
    misfit="P.lay-off",
    never_extended="R.3",
    lay_off_held="P.melds-stand",
    laid_off="P.laid-off",
    tied_hand="R.11",
)

GEM_3 = replace(
    GEM_2,
    card_count="P3.hand-size",
    larger_gin="P3.gin-all-cards",
    larger_big_gin="R.10",
    difference="P3.two-groups",
    undercut_difference="R.10",
    minimum="P3.minimum",
    misfit="R.6",
    turns="R.10",
    tied_hand="P3.tie",
)

GIN = Citations(
    card_count="N.turn",
    card_values="N.card-values",
    deck="N.deck",
    no_meld="N.two-melds",
    melds={MeldKind.SET: "N.set", MeldKind.RUN: "N.run"},
    rank_order="N.run",
    knock="N.knock",
    difference="N.difference",
    gin="N.gin",
    gin_bonus="N.gin",
    big_gin="R.16",
    minimum="R.16",
    gin_difference="N.gin",
    not_undercut="N.gin",
    undercut="N.undercut",
    undercut_difference="N.undercut",
    no_lay_off_on_gin="N.lay-off",
    knocker_no_lay_off="N.lay-off",
    lay_off="N.lay-off",
    misfit="N.lay-off",
    lay_off_held="R.16",
    laid_off="N.lay-off",
    tied_hand="R.11",
    knock_on_ace="T.oklahoma-ace",
    spade_doubles="T.oklahoma-spade",
    game_bonus="T.game-bonus",
    box_bonus="T.box-bonus",
    shutout="T.shutout",
    shutout_bonus="T.shutout-bonus",
    extra_boxes="T.extra-boxes",
    stake_per_point="T.stake-point",
    stake_per_box="T.stake-box",
)

KNOCK = Citations(
    card_count="K.deal",
    card_values="K.card-values",
    deck="K.cards",
    no_meld="K.meld",
    melds={MeldKind.SET: "K.meld", MeldKind.RUN: "K.meld"},
    rank_order="K.rank-order",
    knock="K.knock",
    difference="K.difference",
    gin="K.rum",
    gin_bonus="",
    gin_difference="K.rum",
    undercut="K.lowest-bonus",
    rum_bonus="K.rum-bonus",
    missed_rum="K.missed-rum",
    missed_rum_fixed="R.30",
    untied_rum="K.rum-untied",
    share="K.divide",
    shared_hand="R.18",
    tie_with_knocker="K.tie-with-knocker",
    paid="R.21",
    no_lay_offs="R.20",
)
