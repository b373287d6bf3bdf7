// On a phone, open filters would fill the first screen: they are folded there, one touch away.
if (matchMedia("(max-width: 30rem)").matches) {
  for (const filters of document.querySelectorAll("details.filters")) filters.open = false;
}
