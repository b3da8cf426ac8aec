import type { NavigateFunction } from 'react-router-dom'

let navigate: NavigateFunction | null = null
/** The router hands itself over when it is mounted, for those that must send the person somewhere from outside of React. */
export function connectRouter(to: NavigateFunction | null): void {
  navigate = to
}
/** Goes to a place inside the app, replacing the present one unless told. */
export function goTo(place: string, replace = true): void {
  if (navigate) void navigate(place, { replace })
  else location.assign(place)
}

/** The login page, with the way back to where the person was going; without one from the login itself. */
export const loginFrom = ({ pathname, search }: { readonly pathname: string; readonly search: string }): string =>
  pathname === '/' || pathname.startsWith('/login2') ? '/' : `/?redirect=${encodeURIComponent(pathname + search)}`

/**
 * Where to go after login: the `redirect` of the query if it is a place inside this app, else home.
 * Anything that could leave the app (another host, a scheme, a protocol-relative or backslash address) is refused.
 */
export function afterLogin(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect')
  if (!wanted || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted) || /^\/(login2)?([?#]|$)/.test(wanted)) return '/home'
  return wanted
}
