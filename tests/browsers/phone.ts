import { writeFile } from 'node:fs/promises'
import { ELEMENT, Refused, type Remote } from './commands'

/** How long anything may take to appear on a busy machine, ms. */
const SLOW = 60_000
const POLL = 50
/** A page that was asked to go has gone by now, ms. */
const SOON = 10_000
/** What a browser says when the page changes under a question; it is asked again. */
const CHANGED = new Set([
  'stale element reference',
  'no such element',
  'javascript error',
  'no such window',
  'element click intercepted',
  'element not interactable',
  'script timeout',
])
/** The error again, where the page only changed under the question. */
function unlessChanged(error: unknown): unknown {
  if (error instanceof Refused && CHANGED.has(error.reason)) return error
  throw error
}
interface Element {
  [ELEMENT]: string
}
export interface Wanted {
  /** The text it shows, or its label, is just this. */
  named?: string
  /** Its text holds this. */
  holding?: string
  /** In the dialog on top. */
  onTop?: boolean
}

/** A browser of the size of a phone, as the stories use it. */
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
   * Goes to another page. A browser may say that it went while the old page is still there: it is waited for, and asked again
   * once. The second address differs by its fragment alone, so that nothing is loaded anew where the first came late.
   */
  async open(url: string): Promise<void> {
    await this.#mark()
    await this.remote.send('open', { url })
    if (await this.#left(SOON)) return
    await this.remote.send('open', { url: `${url}#again` })
    if (!(await this.#left(SLOW))) throw new Error(`${this.name}: does not leave for ${url}`)
  }
  /** Loads the page anew, and waits until it has been: one that comes late would take the place of what is opened next. */
  async reload(): Promise<void> {
    await this.#mark()
    await this.remote.send('reload')
    if (!(await this.#left(SLOW))) throw new Error(`${this.name}: does not load the page anew`)
  }
  /** Marks the document that is to be left. */
  #mark(): Promise<void> {
    return this.run(() => void document.documentElement.setAttribute('data-left', ''))
  }
  async #left(within: number): Promise<boolean> {
    const until = Date.now() + within
    do {
      const marked = await this.run(() => document.documentElement.hasAttribute('data-left')).catch(unlessChanged)
      if (marked === false) return true
      await new Promise((done) => setTimeout(done, POLL))
    } while (Date.now() < until)
    return false
  }
  /** Runs a function in the page; it sees nothing of the test but what it is given. What it promises is waited for. */
  async run<A extends readonly unknown[], T>(work: (...given: A) => T | Promise<T>, ...given: A): Promise<T> {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${work.toString()})(...[...arguments].slice(0, -1))).then(
        (value) => done({ value: value === undefined ? null : value }), (error) => done({ error: String(error && error.stack || error) }))`
    const { value, error } = (await this.remote.send('run', { script, args: given })) as { value: T; error?: string }
    if (error !== undefined) throw new Refused('javascript error', error)
    return value
  }
  /** Asks until the answer is true. */
  async until(what: string, asked: () => Promise<boolean>): Promise<void> {
    const until = Date.now() + SLOW
    let last: unknown = null
    for (;;) {
      try {
        if (await asked()) return
        last = null
      } catch (error) {
        last = unlessChanged(error)
      }
      if (Date.now() > until)
        throw new Error(
          `${this.name}: not seen: ${what}${last ? ` (${String(last)})` : ''}\n${await this.#shown().catch(String)}`,
        )
      await new Promise((done) => setTimeout(done, POLL))
    }
  }
  /** What stands on the screen, where something expected does not. */
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
    return this.run(findShown, css, named, holding, onTop)
  }
  /** Waits until it is shown. */
  async see(css: string, wanted: Wanted = {}): Promise<void> {
    await this.until(told(css, wanted), async () => (await this.#find(css, wanted)) !== null)
  }
  /** Taps what is shown. The page may move under the finger, as a banner comes just then: a tap that met something else is made again. */
  async tap(css: string, wanted: Wanted = {}): Promise<void> {
    await this.until(`tap ${told(css, wanted)}`, async () => {
      const found = await this.#find(css, wanted)
      if (!found) return false
      await this.run(watchTap, found)
      await this.remote.send('click', { id: found[ELEMENT] })
      // A document that the tap left behind has taken its mark along.
      return this.run(() => document.documentElement.getAttribute('data-tap') !== 'awaited')
    })
  }
  async type(css: string, text: string, wanted: Wanted = {}): Promise<void> {
    await this.until(`type into ${told(css, wanted)}`, async () => {
      const found = await this.#find(css, wanted)
      if (found) await this.remote.send('type', { id: found[ELEMENT], text })
      return found !== null
    })
  }
  /** Puts a picture into an input of files. Those are never shown. */
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
const told = (css: string, wanted: Wanted): string => `${css} ${JSON.stringify(wanted)}`

/** Runs in the page. */
function findShown(css: string, named: string, holding: string, onTop: boolean): Element | null {
  const within = onTop ? [...document.querySelectorAll('dialog[open]')].at(-1) : document
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  for (const element of within?.querySelectorAll<HTMLElement>(css) ?? []) {
    const text = words(element.innerText)
    const fits = !named || text === named || words(element.getAttribute('aria-label')) === named
    const { width, height } = element.getBoundingClientRect()
    if (fits && text.includes(holding) && width > 0 && height > 0 && !element.matches(':disabled'))
      return element as unknown as Element
  }
  return null
}

/** Runs in the page: marks the document until the element is met by a click. */
function watchTap(found: Element): void {
  const element = found as unknown as HTMLElement
  // As a person does: the driver takes what shows a line of itself over the bar below to be in view.
  element.scrollIntoView({ block: 'center' })
  document.documentElement.setAttribute('data-tap', 'awaited')
  const met = () => document.documentElement.setAttribute('data-tap', 'met')
  element.addEventListener('click', met, { capture: true, once: true })
}
