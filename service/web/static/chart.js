// The chart of the scores: its mark moves with the step, what comes later is covered, and a tap jumps.
export class Chart {
  constructor(go) {
    this.box = document.getElementById("chart");
    this.all = document.getElementById("chart-all");
    const { left, right, width } = this.box.dataset;
    Object.assign(this, { left: Number(left), right: Number(right), width: Number(width), last: 0 });
    this.all.checked = localStorage.getItem("partita-chart-all") === "yes";
    this.all.addEventListener("change", () => localStorage.setItem("partita-chart-all", this.all.checked ? "yes" : "no"));
    document.getElementById("chart-picture").addEventListener("click", (event) => {
      const { x, width: broad } = event.currentTarget.querySelector("svg").getBoundingClientRect();
      const share = (((event.clientX - x) * this.width) / broad - this.left) / (this.right - this.left);
      go(Math.round(Math.min(1, Math.max(0, share)) * this.last));
    });
  }

  show(step, last) {
    this.last = last;
    const x = this.left + ((this.right - this.left) * step) / Math.max(1, last);
    for (const one of this.box.querySelectorAll("[data-later], [data-now]")) one.setAttribute("transform", `translate(${x} 0)`);
    for (const row of this.box.querySelectorAll("[data-row]")) row.classList.toggle("later", Number(row.dataset.row) > step);
  }
}
