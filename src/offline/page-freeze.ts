/**
 * A browser may keep a page in its back/forward cache. WebKit, and so every iPhone, freezes the page together with its
 * running transactions, including reads. The frozen transactions block their stores, so every other page of the app
 * waits forever. Therefore a page aborts its transactions when it is frozen, and repeats them when it returns.
 */
const activeTransactions = new Set<IDBTransaction>()
let isPageFrozen = false
const resumeCallbacks: (() => void)[] = []

function abortTransaction(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch (error) {
    // The transaction was committed or aborted just now.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
  }
}
/** Tracks a new transaction, which is aborted when the page is frozen. */
export function trackTransaction(transaction: IDBTransaction): void {
  if (isPageFrozen) return abortTransaction(transaction)
  activeTransactions.add(transaction)
  const untrack = () => activeTransactions.delete(transaction)
  transaction.addEventListener('complete', untrack)
  transaction.addEventListener('abort', untrack)
}
/** Waits while the page is frozen. */
export const waitForPageReturn = (): Promise<void> =>
  isPageFrozen ? new Promise((resolve) => resumeCallbacks.push(resolve)) : Promise.resolve()

/** Listens to the freezing and return of the page. */
export function watchPageFreeze(page: Pick<Window, 'addEventListener'>): void {
  page.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return // the page is gone for good, with its transactions
    isPageFrozen = true
    for (const transaction of activeTransactions) abortTransaction(transaction)
  })
  page.addEventListener('pageshow', () => {
    isPageFrozen = false
    for (const resolve of resumeCallbacks.splice(0)) resolve()
  })
}
// The service worker uses this module too, and has no window.
if (typeof window !== 'undefined') watchPageFreeze(window)
