/** A second tap this soon after the first, ms: a double tap, or a glove that bounced. Nobody reads a new screen in that time. */
const ECHO_MS = 350
/** …and this near to it, px. */
const ECHO_PX = 40

/** What of a click tells whether it is an echo of the one before. */
export type Tap = Pick<MouseEvent, 'isTrusted' | 'timeStamp' | 'clientX' | 'clientY' | 'detail'>

/**
 * Tells a tap from its echo: a second one at the same place, sooner than anybody could have seen what the first did. By
 * then the next screen may have put another button there, or the same one would act twice.
 */
export class Taps {
  private last: Tap | null = null

  /** The mouse was moved: whoever clicks next has aimed anew. */
  moved(): void {
    this.last = null
  }
  /** @returns whether the tap counts; the keyboard's always does */
  counts(tap: Tap): boolean {
    if (!tap.isTrusted || tap.detail === 0) return true
    const { last } = this
    const echo =
      last !== null &&
      tap.timeStamp - last.timeStamp < ECHO_MS &&
      Math.hypot(tap.clientX - last.clientX, tap.clientY - last.clientY) < ECHO_PX
    if (echo) return false
    const { isTrusted, timeStamp, clientX, clientY, detail } = tap
    this.last = { isTrusted, timeStamp, clientX, clientY, detail }
    return true
  }
}

/** Those of this page. */
export const taps = new Taps()
if (typeof window !== 'undefined')
  window.addEventListener('pointermove', ({ pointerType }) => pointerType === 'mouse' && taps.moved(), {
    capture: true,
    passive: true,
  })
