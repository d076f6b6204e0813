// What several scripts use, those that are fetched later too.

// biome-ignore-start lint/correctness/noUnusedVariables: other scripts use them
// For what must count once however often it is sent; crypto.randomUUID needs https.
const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(36).padStart(2, "0")).join("");

// Whether something was typed or chosen in a field since its page was made.
const isChanged = (field) =>
  field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
// Enter what was entered in fields again, in those of the same ids that have replaced them; return which now differ from
// what their page was made with.
const enterAgain = (fields) => {
  const entered = [];
  for (const old of fields) {
    const field = document.getElementById(old.id);
    if (!field || field === old || field.type !== old.type) continue;
    if (field.type === "checkbox" || field.type === "radio") field.checked = old.checked;
    else field.value = old.value;
    if (isChanged(field)) entered.push(field);
  }
  return entered;
};
// biome-ignore-end lint/correctness/noUnusedVariables: other scripts use them
