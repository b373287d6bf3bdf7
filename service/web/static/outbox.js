// What was confirmed and isn't recorded yet: it lies in the browser's database, so that a lost connection loses nothing.
const NAME = "partita";
const STORE = "outbox";

let opened = null;
const rows = new Map(); // where a browser has no database, as in some private windows, memory has to do
let serial = 0;

function database() {
  opened ??= new Promise((resolve) => {
    if (!globalThis.indexedDB) return resolve(null);
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id", autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  });
  return opened;
}

async function ask(mode, question) {
  const base = await database();
  if (base === null) return question(null);
  return new Promise((resolve, reject) => {
    const transaction = base.transaction(STORE, mode);
    const request = question(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

// An entry has the match, as whom it is seen, the key of the request, the action, the version of the match on which it
// was chosen, and when, by the phone's clock.
export function add(entry) {
  return ask("readwrite", (store) => {
    if (store) return store.add(entry);
    rows.set((serial += 1), { ...entry, id: serial });
    return serial;
  });
}

export function change(entry) {
  return ask("readwrite", (store) => (store ? store.put(entry) : rows.set(entry.id, entry)));
}

export function remove(id) {
  return ask("readwrite", (store) => (store ? store.delete(id) : rows.delete(id)));
}

// The entries of a match by who sees it as `viewer`, in the order in which they were confirmed: those of another seat
// are nothing to look at for who has the phone now.
export async function entries(match, viewer) {
  const all = await ask("readonly", (store) => (store ? store.getAll() : [...rows.values()]));
  return all.filter((entry) => entry.match === match && entry.viewer === viewer).sort((one, other) => one.id - other.id);
}

// A key for a request; `crypto.randomUUID` isn't there over plain HTTP.
export function freshKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
