// What several scripts use, those that are fetched later too.

// biome-ignore-start lint/correctness/noUnusedVariables: other scripts use them
// For what must count once however often it is sent; crypto.randomUUID needs https.
const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(36).padStart(2, "0")).join("");

// Whether something was typed or chosen in a field since its page was made.
const isChanged = (field) =>
  field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
// biome-ignore-end lint/correctness/noUnusedVariables: other scripts use them
