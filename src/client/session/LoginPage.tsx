import type { TFunction } from 'i18next'
import { lazy, Suspense, useEffect, useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import type { SecondFactorRequired, LinkPasswordRequired } from '@/contract/errno'
import { ApiError, isServerUnreachable } from '../api/api-error'
import { dismissNotification } from '../api/notify'
import { getAddressAfterLogin } from '../shell/navigation'
import { Button } from '../ui/Button'
import { recordTrouble } from '../ui/trouble'
import { EyeIcon, EyeOffIcon } from '../ui/icons'
import { chooseByLanguage } from '@/contract/language'
import { useLanguage } from '../format/use-language'
import { LanguageSwitch } from './LanguageSwitch'
import { refreshPlantBrand, usePlantBrand } from './plant-brand'
import { UnsentWorkSection, loadPeopleWithUnsentWork } from './UnsentWorkSection'
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
      <UnsentWorkSection />
    </LoginFrame>
  )
}

/** Frame of both login pages: product name, language switch and form. */
export function LoginFrame({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const { name, nameEn, logo } = usePlantBrand()
  useEffect(() => void refreshPlantBrand(), [])
  const plantName = chooseByLanguage(language, name, nameEn)
  return (
    <main className="login">
      <header>
        <LineIllustration />
        {(logo ?? plantName) && (
          <p className="login-plant strip middle">
            {logo && <img src={logo} alt="" />}
            {plantName}
          </p>
        )}
        <h1>{t('app.name')}</h1>
      </header>
      {children}
      <LanguageSwitch />
    </main>
  )
}

/** A spunbond line in a few strokes: hopper, spinneret, filaments, belt, calender and the growing roll. Decorative. */
function LineIllustration() {
  return (
    <svg className="login-line" viewBox="0 0 360 132" aria-hidden="true" focusable="false">
      <g fill="none" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path className="is-machine" d="M44 10h44l-14 22v10H58V32z" />
        <path className="is-machine" d="M30 42h72v14H30z" />
        <path
          className="is-web"
          d="M38 56l4 44M46 56l3 44M54 56l2 44M62 56l1 44M70 56v44M78 56l-2 44M86 56l-3 44M94 56l-4 44"
        />
        <path className="is-machine" d="M24 104h118" />
        <circle className="is-machine" cx="30" cy="112" r="8" />
        <circle className="is-machine" cx="136" cy="112" r="8" />
        <path className="is-web is-thick" d="M40 102h110c12 0 14-6 22-6h26c10 0 12 6 22 6h30" />
        <circle className="is-machine" cx="184" cy="82" r="13" />
        <circle className="is-machine" cx="184" cy="110" r="13" />
        <path className="is-web is-thick" d="M250 102c14 0 18-20 34-20" />
        <circle className="is-roll" cx="296" cy="82" r="36" />
        <circle className="is-web" cx="296" cy="82" r="26" />
        <circle className="is-web" cx="296" cy="82" r="17" />
        <circle className="is-machine" cx="296" cy="82" r="7" />
        <path className="is-machine" d="M270 118h52M296 118v-4" />
        <path className="is-ground" d="M8 124h344" />
      </g>
    </svg>
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
      await signIn({ username, password, staySignedIn: form.get('keep') === 'on', ...(code ? { code } : {}) })
      setSigningOut(false)
      void dismissNotification()
      await navigate(getAddressAfterLogin(search), { replace: true })
    } catch (error) {
      if (isMissingSecondFactor(error)) setNeedsSecondFactor(true)
      if (isServerUnreachable(error)) setFailure(await describeUnreachable(t))
      else setFailure(error instanceof Error ? error.message : String(error))
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
  const owners = await loadPeopleWithUnsentWork().catch((error: unknown) => {
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
