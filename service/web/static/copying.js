// Buttons that put the text of a field into the clipboard; without a script there are none.
async function copied(field) {
  field.select();
  // Pages without encryption have no clipboard but the old command.
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else if (!document.execCommand("copy")) throw new Error("refused");
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const words = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await copied(document.getElementById(button.dataset.copy));
    } catch {
      return; // the text is selected, to be copied by hand
    }
    button.textContent = button.dataset.done;
    setTimeout(() => (button.textContent = words), 2000);
  });
}
