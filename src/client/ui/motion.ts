const asked = () => (typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null)

/** Whether the person asked the device for less motion. */
export const motionReduced = (): boolean => asked()?.matches === true
/** Calls with the present answer, and again whenever the person changes it. */
export function followMotion(follow: (reduced: boolean) => void): void {
  follow(motionReduced())
  asked()?.addEventListener('change', ({ matches }) => follow(matches))
}
