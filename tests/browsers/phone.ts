import { writeFile } from 'node:fs/promises'
import { ELEMENT, Refused, type Remote } from './commands'

/** Timeout for anything to appear on a busy machine, ms. */
const SLOW = 60_000
const POLL = 50
/** Time after which a page that was asked to navigate is gone, ms. */
const SOON = 10_000
/** Browser errors for a page that changes during a command; the command is then repeated. */
const CHANGED = new Set([
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
  if (error instanceof Refused && CHANGED.has(error.reason)) return error
  throw error
}
interface Element {
  [ELEMENT]: string
}
export interface Wanted {
  /** Its visible text or label equals this. */
  named?: string
  /** Its text contains this. */
  holding?: string
  /** Inside the topmost dialog. */
  onTop?: boolean
}

/** A browser at the size of a phone, with the actions of the stories. */
export class Phone {
  private constructor(
    readonly name: string,
    readonly remote: Remote,
  ) {}
  static async start(name: string, remote: Remote): Promise<Phone> {
    await remote.send('setTimeouts', { script: SLOW, pageLoad: SLOW, implicit: 0 })
    await remote.send('setRect', { width: 450, height: 900 })
    return new Phone(name, remote)
  }

  /**
   * Goes to another page. A browser may confirm while the old page is still there, so this waits and asks once more. The second
   * address differs only in its fragment, so a page that arrived late is not loaded twice.
   */
  async open(url: string): Promise<void> {
    await this.#mark()
    await this.remote.send('open', { url })
    if (await this.#left(SOON)) return
    await this.remote.send('open', { url: `${url}#again` })
    if (!(await this.#left(SLOW))) throw new Error(`${this.name}: does not leave for ${url}`)
  }
  /** Reloads the page and waits for it: a late reload would replace the page opened next. */
  async reload(): Promise<void> {
    await this.#mark()
    await this.remote.send('reload')
    if (!(await this.#left(SLOW))) throw new Error(`${this.name}: does not load the page anew`)
  }
  /** Marks the document that the browser is about to leave. */
  #mark(): Promise<void> {
    return this.run(() => void document.documentElement.setAttribute('data-left', ''))
  }
  async #left(timeoutMs: number): Promise<boolean> {
    const until = Date.now() + timeoutMs
    do {
      const marked = await this.run(() => document.documentElement.hasAttribute('data-left')).catch(
        rethrowUnlessPageChanged,
      )
      if (marked === false) return true
      await new Promise((done) => setTimeout(done, POLL))
    } while (Date.now() < until)
    return false
  }
  /** Runs a function in the page and awaits its promise. The function sees nothing of the test except its arguments. */
  async run<A extends readonly unknown[], T>(work: (...given: A) => T | Promise<T>, ...given: A): Promise<T> {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${work.toString()})(...[...arguments].slice(0, -1))).then(
        (value) => done({ value: value === undefined ? null : value }), (error) => done({ error: String(error && error.stack || error) }))`
    const { value, error } = (await this.remote.send('run', { script, args: given })) as { value: T; error?: string }
    if (error !== undefined) throw new Refused('javascript error', error)
    return value
  }
  /** Repeats the check until it returns true. */
  async until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
    const until = Date.now() + SLOW
    let last: unknown = null
    for (;;) {
      try {
        if (await isTrue()) return
        last = null
      } catch (error) {
        last = rethrowUnlessPageChanged(error)
      }
      if (Date.now() > until)
        throw new Error(
          `${this.name}: not seen: ${what}${last ? ` (${String(last)})` : ''}\n${await this.#shown().catch(String)}`,
        )
      await new Promise((done) => setTimeout(done, POLL))
    }
  }
  /** Visible text of the screen, for failure messages. */
  #shown(): Promise<string> {
    return this.run(() => {
      const top = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body
      const fields = [...top.querySelectorAll<HTMLInputElement>('input, textarea')].map(
        ({ name, value }) => `${name}=${value}`,
      )
      return `${location.pathname}: ${top.innerText.replace(/\s+/g, ' ').slice(0, 600)} [${fields.join('; ').slice(0, 200)}]`
    })
  }
  #find(css: string, { named = '', holding = '', onTop = false }: Wanted): Promise<Element | null> {
    return this.run(findVisible, css, named, holding, onTop)
  }
  /** Waits until the element is visible. */
  async see(css: string, wanted: Wanted = {}): Promise<void> {
    await this.until(describeWanted(css, wanted), async () => (await this.#find(css, wanted)) !== null)
  }
  /** Taps a visible element. A banner may move the page under the finger; a tap that hit something else is repeated. */
  async tap(css: string, wanted: Wanted = {}): Promise<void> {
    await this.until(`tap ${describeWanted(css, wanted)}`, async () => {
      const found = await this.#find(css, wanted)
      if (!found) return false
      await this.run(watchTap, found)
      await this.remote.send('click', { id: found[ELEMENT] })
      // If the tap left the document, its mark is gone as well.
      return this.run(() => document.documentElement.getAttribute('data-tap') !== 'awaited')
    })
  }
  async type(css: string, text: string, wanted: Wanted = {}): Promise<void> {
    await this.until(`type into ${describeWanted(css, wanted)}`, async () => {
      const found = await this.#find(css, wanted)
      if (found) await this.remote.send('type', { id: found[ELEMENT], text })
      return found !== null
    })
  }
  /** Puts a picture into a file input. File inputs are never visible. */
  async attach(css: string, path: string): Promise<void> {
    await this.until(`attach to ${css}`, async () => {
      const found = await this.run((at: string) => document.querySelector(at), css)
      if (found) await this.remote.send('type', { id: (found as unknown as Element)[ELEMENT], text: path })
      return found !== null
    })
  }
  async picture(path: string): Promise<void> {
    await writeFile(path, Buffer.from(String(await this.remote.send('screenshot')), 'base64'))
  }
  close(): Promise<void> {
    return this.remote.close()
  }
}
const describeWanted = (css: string, wanted: Wanted): string => `${css} ${JSON.stringify(wanted)}`

/** Runs in the page. */
function findVisible(css: string, named: string, holding: string, onTop: boolean): Element | null {
  const root = onTop ? [...document.querySelectorAll('dialog[open]')].at(-1) : document
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  for (const element of root?.querySelectorAll<HTMLElement>(css) ?? []) {
    const text = words(element.innerText)
    const fits = !named || text === named || words(element.getAttribute('aria-label')) === named
    const { width, height } = element.getBoundingClientRect()
    if (fits && text.includes(holding) && width > 0 && height > 0 && !element.matches(':disabled'))
      return element as unknown as Element
  }
  return null
}

/**
 * Runs in the page: waits until the element stays in its place, then marks the document until the element is met by a
 * click. The driver aims first and clicks later: on a sheet that slides in, another key would be under the finger.
 */
async function watchTap(target: Element): Promise<void> {
  const element = target as unknown as HTMLElement
  // Scrolls as a person would: the driver treats an element as in view if one line of it shows above the bottom bar.
  element.scrollIntoView({ block: 'center' })
  const place = () => {
    const { left, top } = element.getBoundingClientRect()
    return `${left},${top}`
  }
  for (let frames = 0, rests = 0, last = place(); rests < 3 && frames < 60; frames++) {
    await new Promise((drawn) => requestAnimationFrame(drawn))
    rests = place() === last ? rests + 1 : 0
    last = place()
  }
  document.documentElement.setAttribute('data-tap', 'awaited')
  const met = () => document.documentElement.setAttribute('data-tap', 'met')
  element.addEventListener('click', met, { capture: true, once: true })
}
