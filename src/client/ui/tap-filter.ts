/** Time, ms, within which nobody can see a change on the screen and tap on it. */
export const MIN_REACTION_MS = 350
/** Maximum time between a tap and its echo, ms: a double tap or a bouncing glove. */
const ECHO_MS = MIN_REACTION_MS
/** Maximum distance between a tap and its echo, px. */
const ECHO_PX = 40

/** Properties of a click that identify an echo of the previous one. */
export type Tap = Pick<MouseEvent, 'isTrusted' | 'timeStamp' | 'clientX' | 'clientY' | 'detail'>

const isEcho = (tap: Tap, lastTap: Tap): boolean =>
  tap.timeStamp - lastTap.timeStamp < ECHO_MS &&
  Math.hypot(tap.clientX - lastTap.clientX, tap.clientY - lastTap.clientY) < ECHO_PX
/** Copies the properties that are compared with the next tap, so that the event itself can be freed. */
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
    if (lastTap && isEcho(tap, lastTap)) return false
    this.lastTap = copyTap(tap)
    return true
  }
}

/** Selector of elements that are pressed as a whole: a tap on the icon in a button is a tap on the button. */
const PRESSABLE_SELECTOR = 'button, a, label, input, select, textarea, summary, [role]'

/**
 * Filters out echoes that would press another element than the first tap did, because a dialog or page now covers or
 * replaces that element. Unlike `TapFilter` it watches the whole screen, e.g. the mask around a dialog: a tap on the
 * mask would close the dialog.
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
    const isForwardedByLabel = target === this.labelledControl
    this.labelledControl = isForwardedByLabel ? null : (target.closest('label')?.control ?? null)
    if (isForwardedByLabel || !tap.isTrusted || tap.detail === 0) return true
    const { lastTap, lastTarget } = this
    if (lastTap && lastTarget && isEcho(tap, lastTap)) {
      const currentElement = this.findElementAt(lastTap.clientX, lastTap.clientY)
      if (!lastTarget.contains(currentElement)) return false
    }
    this.lastTap = copyTap(tap)
    this.lastTarget = target.closest(PRESSABLE_SELECTOR) ?? target
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
