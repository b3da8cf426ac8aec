import { useCallback, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import { session } from '@/client/session/session'
import { Button } from '@/client/ui/Button'
import { Sheet } from '@/client/ui/Sheet'
import { verification } from '../contract/session'

/** A password entered again is good for so long on this session, in ms: as long as the server remembers it. */
const GOOD_FOR = 5 * 60_000
let last = { token: '', at: 0 }

/**
 * Asks for one's own password before something dangerous: `if (!(await verify())) return`. Not again within five minutes.
 * Render `dialog` once.
 */
export function useVerification(): [verify: () => Promise<boolean>, dialog: ReactNode] {
  const [open, setOpen] = useState(false)
  const answer = useRef<((yes: boolean) => void) | null>(null)
  const settle = useCallback((yes: boolean) => {
    if (yes) last = { token: session().token, at: Date.now() }
    answer.current?.(yes)
    answer.current = null
    setOpen(false)
  }, [])
  const verify = useCallback(() => {
    if (last.token === session().token && Date.now() - last.at < GOOD_FOR) return Promise.resolve(true)
    answer.current?.(false)
    setOpen(true)
    return new Promise<boolean>((resolve) => { answer.current = resolve })
  }, [])
  const dialog = open && <AskPassword onDone={settle} />
  return [verify, dialog]
}

function AskPassword({ onDone }: { onDone: (yes: boolean) => void }) {
  const { t } = useTranslation(['access', 'client'])
  const command = useCommand(verification)
  const id = useId()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (!password) return
    const right = await command.run({ password }).then(() => true, () => false) // told by a toast, and below
    if (right) onDone(true)
  }
  return (
    <Sheet open onClose={() => onDone(false)} title={t('pages.verification.title')} alert>
      <form className="ac-form" onSubmit={(event) => void submit(event)}>
        <p>{t('pages.verification.lead')}</p>
        <label htmlFor={id}>{t('client:session.password')}</label>
        <input id={id} className="ui-input" name="password" type="password" autoComplete="current-password" maxLength={128} aria-invalid={command.error !== null} aria-describedby={`${id}e`} />
        <p id={`${id}e`} className="form-wrong" role="alert">{command.error?.message}</p>
        <div className="ui-actions">
          <Button onClick={() => onDone(false)}>{t('client:ui.cancel')}</Button>
          <Button type="submit" look="primary" disabled={command.busy}>{t('pages.verification.go')}</Button>
        </div>
      </form>
    </Sheet>
  )
}
