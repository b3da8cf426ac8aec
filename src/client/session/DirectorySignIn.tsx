import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { call } from '../api/call'
import { afterLogin } from '../shell/navigation'
import { Button } from '../ui/Button'
import { recordTrouble } from '../ui/trouble'
import { loadDirectory } from './endpoints'
import { wantsCode, wantsLinkPassword } from './LoginPage'
import { leavingOnPurpose } from './RequireSession'
import { signInBack } from './sign-in'

/** sessionStorage key of the sign-in flow while the browser is at the directory; per tab. */
const KEPT = 'directory-flow'
interface Kept {
  flow: string
  /** The query of the login page's address. */
  search: string
  keep: boolean
}
const takeFlow = (): Kept | null => {
  const kept = sessionStorage.getItem(KEPT)
  return kept ? (JSON.parse(kept) as Kept) : null
}

/** Button that leads to the plant's directory, if it has one, and the return from it. */
export default function DirectorySignIn() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const back = new URLSearchParams(search)
  if (!back.has('state')) return <WayOut search={search} before={failure} />
  return (
    <WayBack
      grant={back.get('code') ?? ''}
      state={back.get('state') ?? ''}
      onFailed={(reason) => {
        // The code in the address is used up: reloading it would only fail again.
        const search = takeFlow()?.search ?? ''
        sessionStorage.removeItem(KEPT)
        setFailure(reason)
        void navigate({ search }, { replace: true })
      }}
    />
  )
}

/** @param search query of the login page's address @param previousFailure why the last attempt failed */
function WayOut({ search, before = null }: { search: string; before?: string | null }) {
  const { t } = useTranslation('client')
  const [name, setName] = useState<string | null>(null)
  const [failure, setFailure] = useState(before)
  useEffect(() => {
    void loadDirectory()
      .then(({ directoryOffer }) => call(directoryOffer, {}, { quiet: true }))
      .then((offer) => setName(offer.name))
      // Without a network the directory is unreachable too; the password still works.
      .catch((error: unknown) => recordTrouble('directory not asked', error))
  }, [])
  async function leave() {
    try {
      const { directoryBegin } = await loadDirectory()
      const { url, flow } = await call(directoryBegin, {}, { quiet: true })
      const keep = document.querySelector<HTMLInputElement>('.login input[name=keep]')?.checked ?? false
      sessionStorage.setItem(KEPT, JSON.stringify({ flow, search, keep } satisfies Kept))
      location.assign(url)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <>
      {name && (
        <Button block onClick={() => void leave()}>
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

function WayBack({ grant, state, onFailed }: { grant: string; state: string; onFailed: (reason: string) => void }) {
  const { t } = useTranslation('client')
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const [passwordAsked, setPasswordAsked] = useState(false)
  const [codeAsked, setCodeAsked] = useState(false)
  const begun = useRef(false)

  /** @param answers entered into the form; omitted directly after the return, later the grant is used up */
  async function end(answers?: { password: string | null; code: string | null }) {
    const kept = takeFlow()
    if (!kept || (!grant && !answers)) return onFailed(t('session.directoryBroken'))
    setFailure(null)
    try {
      await signInBack(
        {
          flow: kept.flow,
          state,
          grant: answers ? null : grant,
          password: answers?.password || null,
          code: answers?.code || null,
          device: null,
        },
        kept.keep,
      )
      sessionStorage.removeItem(KEPT)
      leavingOnPurpose(false)
      await navigate(afterLogin(kept.search), { replace: true })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!answers && !wantsCode(error) && !wantsLinkPassword(error)) return onFailed(reason)
      if (wantsLinkPassword(error)) setPasswordAsked(true)
      if (wantsCode(error)) setCodeAsked(true)
      setFailure(reason)
    }
  }
  useEffect(() => {
    // The code is valid once: a second run of this effect must not use it again.
    if (begun.current) return
    begun.current = true
    void end()
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        void end({ password: String(form.get('password') ?? ''), code: String(form.get('code') ?? '').trim() })
      }}
    >
      {passwordAsked && (
        <label>
          {t('session.accountPassword')}
          <input className="ui-input" name="password" type="password" autoComplete="current-password" maxLength={128} />
        </label>
      )}
      {codeAsked && (
        <label>
          {t('session.code')}
          <input className="ui-input" name="code" autoComplete="one-time-code" maxLength={40} spellCheck={false} />
        </label>
      )}
      {(passwordAsked || codeAsked) && (
        <Button type="submit" look="primary" block>
          {t('session.signIn')}
        </Button>
      )}
      <p role="alert" className="login-failure">
        {failure}
      </p>
      {(passwordAsked || codeAsked) && <WayOut search={takeFlow()?.search ?? ''} />}
    </form>
  )
}
