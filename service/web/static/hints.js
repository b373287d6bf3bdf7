// What a sentence tells beyond what stands beside it.

const STEM = 3; // letters by which forms of a word are the same, and up to which a word says nothing by itself

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

// The sentences of `text` that have a word or a number that isn't in any of `known`, in any form.
export function newsOf(text, known) {
  const stems = new Set(known.flatMap((one) => wordsOf(one ?? "")).map((word) => word.slice(0, STEM)));
  const isNew = (word) => /\p{N}/u.test(word) || (word.length > STEM && !stems.has(word.slice(0, STEM)));
  return text.split(/(?<=[.!?]) /).filter((sentence) => wordsOf(sentence).some(isNew)).join(" ");
}
