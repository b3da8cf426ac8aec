/**
 * Maximum time between a tap and its echo, ms: a double tap or a bouncing glove. Nobody reads a new screen in that
 * time.
 */
const ECHO_MS = 350
/** Maximum distance between a tap and its echo, px. */
const ECHO_PX = 40

/** Properties of a click that identify an echo of the previous one. */
export type Tap = Pick<MouseEvent, 'isTrusted' | 'timeStamp' | 'clientX' | 'clientY' | 'detail'>

const repeats = (tap: Tap, lastTap: Tap): boolean =>
  tap.timeStamp - lastTap.timeStamp < ECHO_MS &&
  Math.hypot(tap.clientX - lastTap.clientX, tap.clientY - lastTap.clientY) < ECHO_PX
/** Copies what is compared with the next tap, so that the event itself is not kept. */
const copyTap = ({ isTrusted, timeStamp, clientX, clientY, detail }: Tap): Tap => ({
  isTrusted,
  timeStamp,
  clientX,
  clientY,
  detail,
})

/**
 * Filters out echoes: a second tap at the same place, sooner than anybody could have seen the effect of the first tap.
 * An echo would press another button that the next screen displays at that place, or repeat the first action.
 */
export class TapFilter {
  private lastTap: Tap | null = null

  /** Resets the filter when the mouse has moved: the next click is aimed. */
  onMouseMoved(): void {
    this.lastTap = null
  }
  /** Returns false for an echo; clicks by keyboard or script always count. */
  shouldCount(tap: Tap): boolean {
    if (!tap.isTrusted || tap.detail === 0) return true
    const { lastTap } = this
    if (lastTap && repeats(tap, lastTap)) return false
    this.lastTap = copyTap(tap)
    return true
  }
}

/** What a person presses as one thing. A tap on its icon or text is a tap on it. */
const PRESSED_THINGS = 'button, a, label, input, select, textarea, summary, [role]'

/**
 * Recognizes echoes that would press something else than the first tap: what the first tap pressed is no longer at its
 * place, because a dialog or another page covers or replaces it. Covers everything on the screen, such as the mask
 * around a dialog, which the echo would close.
 */
export class ChangedScreenFilter {
  private lastTap: Tap | null = null
  private lastTarget: Element | null = null
  /** Control of the label that was tapped last: the browser passes the tap on to it as a second click. */
  private labelledControl: Element | null = null

  /** @param findElementAt returns the topmost element at a place, in px from the top left corner of the page's view */
  constructor(private readonly findElementAt: (x: number, y: number) => Element | null) {}

  onMouseMoved(): void {
    this.lastTap = null
  }
  /** Returns false for an echo on a changed screen. */
  shouldCount(tap: Tap, target: Element): boolean {
    const isPassedOn = target === this.labelledControl
    this.labelledControl = isPassedOn ? null : (target.closest('label')?.control ?? null)
    if (isPassedOn || !tap.isTrusted || tap.detail === 0) return true
    const { lastTap, lastTarget } = this
    if (lastTap && lastTarget && repeats(tap, lastTap)) {
      const currentElement = this.findElementAt(lastTap.clientX, lastTap.clientY)
      if (!lastTarget.contains(currentElement)) return false
    }
    this.lastTap = copyTap(tap)
    this.lastTarget = target.closest(PRESSED_THINGS) ?? target
    return true
  }
}

/** The filter of all buttons on this page. */
export const tapFilter = new TapFilter()
if (typeof window !== 'undefined') {
  const changedScreenFilter = new ChangedScreenFilter((x, y) => document.elementFromPoint(x, y))
  window.addEventListener(
    'pointermove',
    ({ pointerType }) => {
      if (pointerType !== 'mouse') return
      tapFilter.onMouseMoved()
      changedScreenFilter.onMouseMoved()
    },
    { capture: true, passive: true },
  )
  window.addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element) || changedScreenFilter.shouldCount(event, event.target)) return
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
}
