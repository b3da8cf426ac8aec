const asked = () => (typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null)

/** Returns true if the device is set to reduced motion. */
export const motionReduced = (): boolean => asked()?.matches === true
/** Calls back with the current setting, and again whenever it changes. */
export function followMotion(follow: (reduced: boolean) => void): void {
  follow(motionReduced())
  asked()?.addEventListener('change', ({ matches }) => follow(matches))
}
