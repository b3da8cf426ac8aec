import type { NavigateFunction } from 'react-router-dom'

let routerNavigate: NavigateFunction | null = null
/** Registers the router while it is mounted, for code outside React that must navigate. */
export function connectRouter(navigate: NavigateFunction | null): void {
  routerNavigate = navigate
}
/** Navigates to a path inside the app, by default replacing the current history entry. */
export function navigateTo(path: string, { replace = true } = {}): void {
  if (routerNavigate) void routerNavigate(path, { replace })
  else location.assign(path)
}

/** Returns the address of the login page with a redirect to the current page; without one on the login page itself. */
export const buildLoginAddress = ({
  pathname,
  search,
}: {
  readonly pathname: string
  readonly search: string
}): string =>
  pathname === '/' || pathname.startsWith('/login2') ? '/' : `/?redirect=${encodeURIComponent(pathname + search)}`

/**
 * Returns the path to open after login: the `redirect` of the query if it is a path of this app, else home. Anything
 * that could leave the app (another host, a scheme, a protocol-relative or backslash address) is rejected.
 */
export function getAddressAfterLogin(search: string): string {
  const redirect = new URLSearchParams(search).get('redirect')
  if (!redirect || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(redirect) || /^\/(login2)?([?#]|$)/.test(redirect)) return '/home'
  return redirect
}
