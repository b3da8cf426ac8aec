import type { NavigateFunction } from 'react-router-dom'

let navigate: NavigateFunction | null = null
/** Registers the router while it is mounted, for code outside React that must navigate. */
export function connectRouter(to: NavigateFunction | null): void {
  navigate = to
}
/** Navigates to a path inside the app, by default replacing the current history entry. */
export function goTo(place: string, replace = true): void {
  if (navigate) void navigate(place, { replace })
  else location.assign(place)
}

/** Returns the address of the login page with a redirect to the current page; without one on the login page itself. */
export const loginFrom = ({ pathname, search }: { readonly pathname: string; readonly search: string }): string =>
  pathname === '/' || pathname.startsWith('/login2') ? '/' : `/?redirect=${encodeURIComponent(pathname + search)}`

/**
 * Returns the path to open after login: the `redirect` of the query if it is a path of this app, else home. Anything
 * that could leave the app (another host, a scheme, a protocol-relative or backslash address) is rejected.
 */
export function afterLogin(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect')
  if (!wanted || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted) || /^\/(login2)?([?#]|$)/.test(wanted)) return '/home'
  return wanted
}
