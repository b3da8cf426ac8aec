/**
 * Maximum time between a tap and its echo, ms: a double tap or a bouncing glove. Nobody reads a new screen in that
 * time.
 */
const ECHO_MS = 350
/** Maximum distance between a tap and its echo, px. */
const ECHO_PX = 40

/** Properties of a click that identify an echo of the previous one. */
export type Tap = Pick<MouseEvent, 'isTrusted' | 'timeStamp' | 'clientX' | 'clientY' | 'detail'>

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
    const isEcho =
      lastTap !== null &&
      tap.timeStamp - lastTap.timeStamp < ECHO_MS &&
      Math.hypot(tap.clientX - lastTap.clientX, tap.clientY - lastTap.clientY) < ECHO_PX
    if (isEcho) return false
    const { isTrusted, timeStamp, clientX, clientY, detail } = tap
    this.lastTap = { isTrusted, timeStamp, clientX, clientY, detail }
    return true
  }
}

/** The filter of this page. */
export const tapFilter = new TapFilter()
if (typeof window !== 'undefined')
  window.addEventListener('pointermove', ({ pointerType }) => pointerType === 'mouse' && tapFilter.onMouseMoved(), {
    capture: true,
    passive: true,
  })
