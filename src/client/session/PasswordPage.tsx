import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '../api/api-error'
import { useCommand } from '../api/use-command'
import { buildLabels } from '../i18n/labels'
import { getCurrentLanguage } from '../i18n/start-texts'
import { Button } from '../ui/Button'
import { PageFrame } from '../ui/PageFrame'
import { changePassword } from './endpoints'
import { completePasswordChange } from './sign-in'
import { getAddressAfterLogin } from '../shell/navigation'
import { Checkbox } from '../ui/Toggles'
import { useSession } from './use-session'

/** Changes the user's own password; the only page available while an initial password must be changed. */
export default function PasswordPage() {
  const { t } = useTranslation(['client', 'contract'])
  const id = useId()
  const navigate = useNavigate()
  const { mustChangePassword, userName } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const [arePasswordsVisible, setArePasswordsVisible] = useState(false)
  const command = useCommand(changePassword) // a retry after a lost response sends the same key, so the change is made once

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [oldPassword, newPassword, repeatedPassword] = ['old', 'new', 'again'].map((name) =>
      String(form.get(name) ?? ''),
    )
    if (!oldPassword || !newPassword) return setFailure(t('session.bothNeeded'))
    if (newPassword !== repeatedPassword) return setFailure(t('session.notSame'))
    setFailure(null)
    const showFailure = (error: Error) => {
      const labels = buildLabels(t as Parameters<typeof buildLabels>[0], getCurrentLanguage())
      setFailure(
        error instanceof ApiError && error.issues[0]
          ? `${error.message} ${labels.issue(error.issues[0])}`
          : error.message,
      )
    }
    const options = { quiet: true, savedMessage: t('session.passwordChanged'), onRefused: showFailure }
    if (!(await command.run({ oldPassword, newPassword }, options))) return
    completePasswordChange()
    await navigate(mustChangePassword ? getAddressAfterLogin(location.search) : '/me', { replace: true })
  }
  return (
    <form onSubmit={submit} noValidate className="fill">
      <PageFrame
        title={t('shell.titles.password')}
        {...(mustChangePassword ? { subtitle: t('session.mustChange') } : { onBack: () => void navigate('/me') })}
        primary={
          <Button type="submit" look="primary" disabled={command.busy}>
            {t('session.changePassword')}
          </Button>
        }
      >
        <div className="narrow">
          <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
          {(['old', 'new', 'again'] as const).map((name) => (
            <label key={name} htmlFor={id + name}>
              {t(`session.passwords.${name}`)}
              <input
                id={id + name}
                className="ui-input"
                name={name}
                type={arePasswordsVisible ? 'text' : 'password'}
                maxLength={128}
                autoComplete={name === 'old' ? 'current-password' : 'new-password'}
                aria-describedby={`${id}e`}
              />
            </label>
          ))}
          <label className="check">
            <Checkbox
              checked={arePasswordsVisible}
              onChange={(event) => setArePasswordsVisible(event.target.checked)}
            />
            {t('session.showPassword')}
          </label>
          <p id={`${id}e`} role="alert" className="login-failure">
            {failure}
          </p>
        </div>
      </PageFrame>
    </form>
  )
}
