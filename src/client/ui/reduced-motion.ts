const queryReducedMotion = () =>
  typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null

/** Returns true if the device is set to reduced motion. */
export const isMotionReduced = (): boolean => queryReducedMotion()?.matches === true
/** Calls back with the current setting, and again whenever it changes. */
export function watchReducedMotion(onChange: (reduced: boolean) => void): void {
  onChange(isMotionReduced())
  queryReducedMotion()?.addEventListener('change', ({ matches }) => onChange(matches))
}
