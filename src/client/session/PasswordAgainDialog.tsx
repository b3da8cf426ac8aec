import { useId, useState, type FormEvent } from 'react'
import { createRoot } from 'react-dom/client'
import { useTranslation } from 'react-i18next'
import { callEndpoint } from '../api/call-endpoint'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { verification } from './endpoints'
import { getSession } from './session'

/** Opens the password dialog over the current screen. Resolves to true if the password was correct. */
export function askPasswordAgain(): Promise<boolean> {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  return new Promise<boolean>((resolve) => {
    const finish = (isCorrect: boolean) => {
      root.unmount()
      container.remove()
      resolve(isCorrect)
    }
    root.render(<PasswordAgainDialog onDone={finish} />)
  })
}

function PasswordAgainDialog({ onDone }: { onDone: (isCorrect: boolean) => void }) {
  const { t } = useTranslation('client')
  const id = useId()
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const password = String(new FormData(form).get('password') ?? '')
    if (!password) return
    setBusy(true)
    setFailure('')
    try {
      await callEndpoint(verification, { password }, { quiet: true })
      onDone(true)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setBusy(false)
      form.querySelector<HTMLInputElement>('input[name=password]')?.select()
    }
  }
  return (
    <Dialog open onClose={() => onDone(false)} title={t('session.again.title')} requiresAnswer>
      <form className="ui-confirm" onSubmit={(event) => void submit(event)}>
        <p>{t('session.again.lead')}</p>
        <input type="text" name="username" autoComplete="username" value={getSession().userName} readOnly hidden />
        <label htmlFor={id}>{t('session.password')}</label>
        <input
          id={id}
          className="ui-input"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={128}
          aria-invalid={failure !== ''}
          aria-describedby={`${id}e`}
        />
        <p id={`${id}e`} className="login-failure" role="alert">
          {failure}
        </p>
        <div className="ui-actions">
          <Button onClick={() => onDone(false)}>{t('ui.cancel')}</Button>
          <Button type="submit" look="primary" disabled={busy}>
            {t('session.again.go')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
