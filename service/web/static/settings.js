// What somebody has chosen for this phone.
import { byId } from "./elements.js";

// Boxes that can be ticked keep what they were; `changed` is called when one is tapped.
export function keepSettings(changed) {
  for (const id of ["at-once", "curtain"]) {
    const box = byId(id);
    if (!box) continue; // nobody chooses secretly in this game
    const kept = localStorage.getItem(`partita-${id}`);
    if (kept !== null) box.checked = kept === "yes";
    box.addEventListener("change", () => {
      localStorage.setItem(`partita-${id}`, box.checked ? "yes" : "no");
      changed();
    });
  }
}
