import { writeFile } from 'node:fs/promises'
import { ELEMENT, RefusedCommand, type RemoteBrowser } from './commands'

/** Timeout for anything to appear on a busy machine, ms. */
const TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 50
/** Timeout of one attempt to navigate, ms. */
const NAVIGATION_TIMEOUT_MS = 10_000
/** Browser errors for a page that changes during a command; the command is then repeated. */
const PAGE_CHANGED_ERRORS = new Set([
  'stale element reference',
  'no such element',
  'javascript error',
  'no such window',
  'element click intercepted',
  'element not interactable',
  'script timeout',
])
/** Returns the error if the page only changed during the command; throws it otherwise. */
function rethrowUnlessPageChanged(error: unknown): unknown {
  if (error instanceof RefusedCommand && PAGE_CHANGED_ERRORS.has(error.reason)) return error
  throw error
}
interface Element {
  [ELEMENT]: string
}
export interface ElementQuery {
  /** Its visible text or label equals this. */
  name?: string
  /** Its text contains this. */
  containing?: string
  /** Inside the topmost dialog. */
  onTop?: boolean
}

/** A browser at the size of a phone, with the actions of the stories. */
export class Phone {
  private constructor(
    readonly name: string,
    readonly remote: RemoteBrowser,
  ) {}
  static async start(name: string, remote: RemoteBrowser): Promise<Phone> {
    await remote.send('setTimeouts', { script: TIMEOUT_MS, pageLoad: TIMEOUT_MS, implicit: 0 })
    await remote.send('setRect', { width: 450, height: 900 })
    return new Phone(name, remote)
  }

  /**
   * Navigates to another page. A browser may confirm the command without leaving the old page, so this waits and then repeats it.
   * The second address differs only in its fragment, so that a page that arrived late is not loaded twice.
   */
  async open(url: string): Promise<void> {
    await this.#markDocument()
    await this.remote.send('open', { url })
    if (await this.#waitUntilLeft(NAVIGATION_TIMEOUT_MS)) return
    await this.remote.send('open', { url: `${url}#again` })
    if (!(await this.#waitUntilLeft(TIMEOUT_MS))) throw new Error(`${this.name}: does not navigate to ${url}`)
  }
  /** Reloads the page and waits for it: a late reload would replace the page opened next. */
  async reload(): Promise<void> {
    await this.#markDocument()
    await this.remote.send('reload')
    if (!(await this.#waitUntilLeft(TIMEOUT_MS))) throw new Error(`${this.name}: does not reload the page`)
  }
  /** Marks the document that the browser is about to leave. */
  #markDocument(): Promise<void> {
    return this.run(() => void document.documentElement.setAttribute('data-left', ''))
  }
  async #waitUntilLeft(timeoutMs: number): Promise<boolean> {
    const deadline = Date.now() + timeoutMs
    do {
      const isMarked = await this.run(() => document.documentElement.hasAttribute('data-left')).catch(
        rethrowUnlessPageChanged,
      )
      if (isMarked === false) return true
      await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS))
    } while (Date.now() < deadline)
    return false
  }
  /** Runs a function in the page and awaits its promise. The function sees nothing of the test except its arguments. */
  async run<A extends readonly unknown[], T>(work: (...args: A) => T | Promise<T>, ...args: A): Promise<T> {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${work.toString()})(...[...arguments].slice(0, -1))).then(
        (value) => done({ value: value === undefined ? null : value }), (error) => done({ error: String(error && error.stack || error) }))`
    const { value, error } = (await this.remote.send('run', { script, args })) as { value: T; error?: string }
    if (error !== undefined) throw new RefusedCommand('javascript error', error)
    return value
  }
  /** Repeats the check until it returns true. */
  async waitFor(condition: string, isTrue: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS
    let lastError: unknown = null
    for (;;) {
      try {
        if (await isTrue()) return
        lastError = null
      } catch (error) {
        lastError = rethrowUnlessPageChanged(error)
      }
      if (Date.now() > deadline)
        throw new Error(
          `${this.name}: timed out: ${condition}${lastError ? ` (${String(lastError)})` : ''}\n${await this.#readScreen().catch(String)}`,
        )
      await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS))
    }
  }
  /** Visible text of the screen, for failure messages. */
  #readScreen(): Promise<string> {
    return this.run(() => {
      const top = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body
      const fields = [...top.querySelectorAll<HTMLInputElement>('input, textarea')].map(
        ({ name, value }) => `${name}=${value}`,
      )
      return `${location.pathname}: ${top.innerText.replace(/\s+/g, ' ').slice(0, 600)} [${fields.join('; ').slice(0, 200)}]`
    })
  }
  #find(css: string, { name = '', containing = '', onTop = false }: ElementQuery): Promise<Element | null> {
    return this.run(findVisible, css, name, containing, onTop)
  }
  /** Waits until the element is visible. */
  async see(css: string, query: ElementQuery = {}): Promise<void> {
    await this.waitFor(describeQuery(css, query), async () => (await this.#find(css, query)) !== null)
  }
  /** Taps a visible element. Repeats the tap if it hit another element, e.g. because a banner moved the page. */
  async tap(css: string, query: ElementQuery = {}): Promise<void> {
    await this.waitFor(`tap ${describeQuery(css, query)}`, async () => {
      const found = await this.#find(css, query)
      if (!found) return false
      await this.run(watchTap, found)
      await this.remote.send('click', { id: found[ELEMENT] })
      // A tap that leaves the document also removes the mark.
      return this.run(() => document.documentElement.getAttribute('data-tap') !== 'awaited')
    })
  }
  async type(css: string, text: string, query: ElementQuery = {}): Promise<void> {
    await this.waitFor(`type into ${describeQuery(css, query)}`, async () => {
      const found = await this.#find(css, query)
      if (found) await this.remote.send('type', { id: found[ELEMENT], text })
      return found !== null
    })
  }
  /** Puts a picture into a file input. File inputs are never visible. */
  async attach(css: string, path: string): Promise<void> {
    await this.waitFor(`attach to ${css}`, async () => {
      const found = await this.run((selector: string) => document.querySelector(selector), css)
      if (found) await this.remote.send('type', { id: (found as unknown as Element)[ELEMENT], text: path })
      return found !== null
    })
  }
  async saveScreenshot(path: string): Promise<void> {
    await writeFile(path, Buffer.from(String(await this.remote.send('screenshot')), 'base64'))
  }
  close(): Promise<void> {
    return this.remote.close()
  }
}
const describeQuery = (css: string, query: ElementQuery): string => `${css} ${JSON.stringify(query)}`

/** Runs in the page. */
function findVisible(css: string, name: string, containing: string, onTop: boolean): Element | null {
  const root = onTop ? [...document.querySelectorAll('dialog[open]')].at(-1) : document
  const normalize = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  for (const element of root?.querySelectorAll<HTMLElement>(css) ?? []) {
    const text = normalize(element.innerText)
    const isNamed = !name || text === name || normalize(element.getAttribute('aria-label')) === name
    const { width, height } = element.getBoundingClientRect()
    if (isNamed && text.includes(containing) && width > 0 && height > 0 && !element.matches(':disabled'))
      return element as unknown as Element
  }
  return null
}

/**
 * Runs in the page: waits until the element does not move, then marks the document until the element is clicked. The driver aims
 * first and clicks later, so that in a dialog that slides in the click would hit another key.
 */
async function watchTap(target: Element): Promise<void> {
  const element = target as unknown as HTMLElement
  // The driver does not scroll if one line of the element is visible above the bottom bar.
  element.scrollIntoView({ block: 'center' })
  const getPosition = () => {
    const { left, top } = element.getBoundingClientRect()
    return `${left},${top}`
  }
  for (let frames = 0, framesAtRest = 0, lastPosition = getPosition(); framesAtRest < 3 && frames < 60; frames++) {
    await new Promise((done) => requestAnimationFrame(done))
    framesAtRest = getPosition() === lastPosition ? framesAtRest + 1 : 0
    lastPosition = getPosition()
  }
  document.documentElement.setAttribute('data-tap', 'awaited')
  const onClick = () => document.documentElement.setAttribute('data-tap', 'met')
  element.addEventListener('click', onClick, { capture: true, once: true })
}
