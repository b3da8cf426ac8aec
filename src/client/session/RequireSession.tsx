import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { notify } from '../api/notify'
import { buildLoginAddress } from '../shell/navigation'
import { getStoredUserId } from './persisted-session'
import { useSession } from './use-session'

/**
 * Renders its children for signed-in users. Redirects others to the login page with an explanation; the login leads back
 * to the requested page.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { hasLogin, mustChangePassword, mustEnrol } = useSession()
  const { pathname } = useLocation()
  if (!getStoredUserId() || !hasLogin) return <LoginRedirect />
  const enrolmentPath = mustEnrol ? '/me/factor' : null
  const requiredPath = mustChangePassword ? '/me/password' : enrolmentPath
  if (requiredPath && pathname !== requiredPath) return <RequiredPageRedirect path={requiredPath} />
  return children
}

/**
 * Redirects again after every navigation elsewhere. The login itself navigates home at the same moment; without another
 * redirect the page would stay empty. The original destination is passed along.
 */
function RequiredPageRedirect({ path }: { path: string }) {
  const navigate = useNavigate()
  const { key, pathname, search } = useLocation()
  const to = `${path}?${new URLSearchParams({ redirect: pathname + search }).toString()}`
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every navigation redirects again
  useEffect(() => void navigate(to, { replace: true }), [key, navigate, to])
  return null
}

/** Time, ms, for the code that ends a session to navigate to the login page. */
const REDIRECT_DELAY_MS = 500
let signOutInProgress = false
/** Marks a sign-out in progress, by the user or the server: the redirect to the login page then shows no message. */
export function setSigningOut(inProgress: boolean): void {
  signOutInProgress = inProgress
}
/** True while a sign-out is in progress. */
export const isSigningOut = (): boolean => signOutInProgress
function LoginRedirect() {
  const { t } = useTranslation('client')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const redirect = (to: string) => void navigate(to, { replace: true })
    if (signOutInProgress) {
      // The code that ended the session navigates to the login page too, perhaps with a redirect; this is the fallback.
      const timer = setTimeout(() => redirect('/'), REDIRECT_DELAY_MS)
      return () => clearTimeout(timer)
    }
    void notify(t('session.pleaseLogIn'), 'fail')
    redirect(buildLoginAddress({ pathname, search }))
  }, [t, navigate, pathname, search])
  return null
}
