import type { TFunction } from 'i18next'
import { lazy, Suspense, useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import type { SecondFactorRequired, LinkPasswordRequired } from '@/contract/errno'
import { ApiError, isUnreachable } from '../api/api-error'
import { dismissNotification } from '../api/notify'
import { getAddressAfterLogin } from '../shell/navigation'
import { Button } from '../ui/Button'
import { recordTrouble } from '../ui/trouble'
import { EyeIcon, EyeOffIcon } from '../ui/icons'
import { LanguageSwitch } from './LanguageSwitch'
import { LineIllustration } from './LineIllustration'
import { UnsentOwnersSection, loadUnsentOwners } from './UnsentOwnersSection'
import { setSigningOut } from './RequireSession'
import { signIn } from './sign-in'
import { useSession } from './use-session'

const DirectorySignIn = lazy(() => import('./DirectorySignIn'))

/** The login page. */
export default function LoginPage() {
  const { search } = useLocation()
  if (useSession().hasLogin) return <Navigate to={getAddressAfterLogin(search)} replace />
  return (
    <LoginFrame>
      <LoginForm />
      <Suspense>
        <DirectorySignIn />
      </Suspense>
      <UnsentOwnersSection />
    </LoginFrame>
  )
}

/** Frame of both login pages: product name, language switch and form. */
export function LoginFrame({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation('client')
  return (
    <main className="login">
      <header>
        <LineIllustration />
        <h1>{t('app.name')}</h1>
      </header>
      {children}
      <LanguageSwitch />
    </main>
  )
}

/** Account, password and "keep me signed in". `account` is set if the person is already chosen. */
export function LoginForm({ account, onBack }: { account?: { userName: string }; onBack?: () => void }) {
  const { t } = useTranslation('client')
  const { search } = useLocation()
  const navigate = useNavigate()
  const id = useId()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isPasswordVisible, setIsPasswordVisible] = useState(false)
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const username = account?.userName ?? String(form.get('username') ?? '').trim()
    const password = String(form.get('password') ?? '')
    if (!username || !password) return setFailure(t('session.bothNeeded'))
    setIsBusy(true)
    setFailure(null)
    try {
      const code = String(form.get('code') ?? '').trim()
      await signIn({ username, password, keep: form.get('keep') === 'on', ...(code ? { code } : {}) })
      setSigningOut(false)
      void dismissNotification()
      await navigate(getAddressAfterLogin(search), { replace: true })
    } catch (error) {
      if (isMissingSecondFactor(error)) setNeedsSecondFactor(true)
      setFailure(
        isUnreachable(error) ? await describeUnreachable(t) : error instanceof Error ? error.message : String(error),
      )
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate aria-busy={isBusy}>
      {account ? (
        <p className="login-who">{account.userName}</p>
      ) : (
        <label htmlFor={`${id}u`}>
          {t('session.userName')}
          <input
            id={`${id}u`}
            className="ui-input"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
          />
        </label>
      )}
      <label htmlFor={`${id}p`}>
        {t('session.password')}
        <span className="login-password">
          <input
            id={`${id}p`}
            className="ui-input"
            name="password"
            type={isPasswordVisible ? 'text' : 'password'}
            autoComplete="current-password"
            maxLength={128}
            aria-invalid={failure !== null}
            aria-describedby={`${id}e`}
          />
          <Button
            look="quiet"
            aria-pressed={isPasswordVisible}
            aria-label={t('session.showPassword')}
            title={t('session.showPassword')}
            icon={isPasswordVisible ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
            onClick={() => setIsPasswordVisible(!isPasswordVisible)}
          />
        </span>
      </label>
      {needsSecondFactor && (
        <label htmlFor={`${id}c`}>
          {t('session.code')}
          <input
            id={`${id}c`}
            className="ui-input"
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            aria-describedby={`${id}e`}
          />
        </label>
      )}
      <label className="check">
        <input type="checkbox" name="keep" aria-describedby={`${id}k`} />
        {t('session.keep')}
      </label>
      <p id={`${id}k`} className="quiet">
        {t('session.keepHint')}
      </p>
      <p id={`${id}e`} role="alert" className="login-failure">
        {failure}
      </p>
      <Button type="submit" look="primary" block disabled={isBusy}>
        {t(isBusy ? 'session.signingIn' : 'session.signIn')}
      </Button>
      {onBack && (
        <Button block look="quiet" onClick={onBack}>
          {t('session.otherPerson')}
        </Button>
      )}
    </form>
  )
}
/** Explains that nobody can log in now, how much unsent work is on this phone, and what to do. */
async function describeUnreachable(t: TFunction<'client'>): Promise<string> {
  const owners = await loadUnsentOwners().catch((error: unknown) => {
    recordTrouble('owners not readable', error)
    return []
  })
  const count = owners.reduce((sum, { unsent }) => sum + unsent, 0)
  return [t('session.unreachable'), count > 0 && t('session.unreachableKept', { count }), t('session.unreachableTodo')]
    .filter(Boolean)
    .join(' ')
}
/** True if the server asks the directory user to confirm, with the account's password, that the account is theirs. */
export const isMissingLinkPassword = (error: unknown): boolean =>
  error instanceof ApiError && (error.data as Partial<LinkPasswordRequired> | null)?.linkPassword === true
/** True if the password was correct and the second factor is still missing. */
export const isMissingSecondFactor = (error: unknown): boolean =>
  error instanceof ApiError && (error.data as Partial<SecondFactorRequired> | null)?.secondFactor === true
