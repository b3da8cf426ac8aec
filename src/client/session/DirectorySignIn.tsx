import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { callEndpoint } from '../api/call-endpoint'
import { getAddressAfterLogin } from '../shell/navigation'
import { Button } from '../ui/Button'
import { recordTrouble } from '../ui/trouble'
import { loadDirectory } from './endpoints'
import { isMissingSecondFactor, isMissingLinkPassword } from './LoginPage'
import { setSigningOut } from './RequireSession'
import { signInFromDirectory } from './sign-in'

/** sessionStorage key of the sign-in flow while the browser is at the directory; per tab. */
const FLOW_KEY = 'directory-flow'
interface DirectoryFlow {
  flow: string
  /** The query of the login page's address. */
  search: string
  keep: boolean
}
const readFlow = (): DirectoryFlow | null => {
  const stored = sessionStorage.getItem(FLOW_KEY)
  return stored ? (JSON.parse(stored) as DirectoryFlow) : null
}

/**
 * Sign-in with the user directory of the plant, if it has one. A button opens the directory's own page; a form
 * completes the sign-in after the return from that page.
 */
export default function DirectorySignIn() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const params = new URLSearchParams(search)
  if (!params.has('state')) return <DirectoryButton search={search} previousFailure={failure} />
  return (
    <DirectoryReturnForm
      grant={params.get('code') ?? ''}
      state={params.get('state') ?? ''}
      onFailed={(reason) => {
        // The grant in the address is valid once: reloading the address would only fail again.
        const loginSearch = readFlow()?.search ?? ''
        sessionStorage.removeItem(FLOW_KEY)
        setFailure(reason)
        void navigate({ search: loginSearch }, { replace: true })
      }}
    />
  )
}

/**
 * Button that opens the plant's directory; renders nothing if the plant has none.
 * @param search query of the login page's address
 * @param previousFailure why the last attempt failed
 */
function DirectoryButton({ search, previousFailure = null }: { search: string; previousFailure?: string | null }) {
  const { t } = useTranslation('client')
  const [name, setName] = useState<string | null>(null)
  const [failure, setFailure] = useState(previousFailure)
  useEffect(() => {
    void loadDirectory()
      .then(({ directoryOffer }) => callEndpoint(directoryOffer, {}, { quiet: true }))
      .then((offer) => setName(offer.name))
      // Without a network the directory is unreachable too; the password still works.
      .catch((error: unknown) => recordTrouble('directory not asked', error))
  }, [])
  async function goToDirectory() {
    try {
      const { directoryBegin } = await loadDirectory()
      const { url, flow } = await callEndpoint(directoryBegin, {}, { quiet: true })
      const keep = document.querySelector<HTMLInputElement>('.login input[name=keep]')?.checked ?? false
      sessionStorage.setItem(FLOW_KEY, JSON.stringify({ flow, search, keep } satisfies DirectoryFlow))
      location.assign(url)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <>
      {name && (
        <Button block onClick={() => void goToDirectory()}>
          {t('session.directory', { name })}
        </Button>
      )}
      {failure && (
        <p role="alert" className="login-failure">
          {failure}
        </p>
      )}
    </>
  )
}

function DirectoryReturnForm({
  grant,
  state,
  onFailed,
}: {
  grant: string
  state: string
  onFailed: (reason: string) => void
}) {
  const { t } = useTranslation('client')
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const [needsPassword, setNeedsPassword] = useState(false)
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false)
  const hasStarted = useRef(false)

  /**
   * @param answers password and code from the form; omitted directly after the return from the directory. If there are
   * answers, no grant is sent, because the first call has already used the grant
   */
  async function completeSignIn(answers?: { password: string | null; code: string | null }) {
    const storedFlow = readFlow()
    if (!storedFlow || (!grant && !answers)) return onFailed(t('session.directoryBroken'))
    setFailure(null)
    try {
      await signInFromDirectory(
        {
          flow: storedFlow.flow,
          state,
          grant: answers ? null : grant,
          password: answers?.password || null,
          code: answers?.code || null,
          device: null,
        },
        storedFlow.keep,
      )
      sessionStorage.removeItem(FLOW_KEY)
      setSigningOut(false)
      await navigate(getAddressAfterLogin(storedFlow.search), { replace: true })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!answers && !isMissingSecondFactor(error) && !isMissingLinkPassword(error)) return onFailed(reason)
      if (isMissingLinkPassword(error)) setNeedsPassword(true)
      if (isMissingSecondFactor(error)) setNeedsSecondFactor(true)
      setFailure(reason)
    }
  }
  useEffect(() => {
    // The grant is valid once: a second run of this effect must not use it again.
    if (hasStarted.current) return
    hasStarted.current = true
    void completeSignIn()
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        void completeSignIn({
          password: String(form.get('password') ?? ''),
          code: String(form.get('code') ?? '').trim(),
        })
      }}
    >
      {needsPassword && (
        <label>
          {t('session.accountPassword')}
          <input className="ui-input" name="password" type="password" autoComplete="current-password" maxLength={128} />
        </label>
      )}
      {needsSecondFactor && (
        <label>
          {t('session.code')}
          <input className="ui-input" name="code" autoComplete="one-time-code" maxLength={40} spellCheck={false} />
        </label>
      )}
      {(needsPassword || needsSecondFactor) && (
        <Button type="submit" look="primary" block>
          {t('session.signIn')}
        </Button>
      )}
      <p role="alert" className="login-failure">
        {failure}
      </p>
      {(needsPassword || needsSecondFactor) && <DirectoryButton search={readFlow()?.search ?? ''} />}
    </form>
  )
}
