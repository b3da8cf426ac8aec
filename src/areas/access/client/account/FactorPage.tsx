import '../access.css'
import { useId, useState, type FormEvent, type InputHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { EndpointOutput } from '@/contract/endpoint'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { completeFactorSetup } from '@/client/session/sign-in'
import { usePersonName, useSession } from '@/client/session/use-session'
import { getAddressAfterLogin } from '@/client/shell/navigation'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { PrintIcon } from '@/client/ui/icons'
import { PasscodeInput } from '@/client/ui/PasscodeInput'
import { PageFrame } from '@/client/ui/PageFrame'
import { QrCode } from '@/client/ui/QrCode'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { recordTrouble } from '@/client/ui/trouble'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { beginFactor, confirmFactor, ownFactor, removeFactor } from '../../contract/second-factor'

type ProposedSecret = EndpointOutput<typeof beginFactor>

/** The reader's own second factor: an authenticator app, set up by a QR code and confirmed by a first code. */
export default function FactorPage() {
  const { t } = useTranslation('access')
  const navigate = useNavigate()
  const { mustEnrol } = useSession()
  const factorQuery = useEndpoint(ownFactor, {}, { resources: ['session'] })
  const [proposedSecret, setProposedSecret] = useState<ProposedSecret | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)
  const [areCodesSaved, setAreCodesSaved] = useState(false)
  const [ask, dialog] = useConfirm()
  const pageTitle = t('pages.factor.title')
  const confirmAndLeave = async () => {
    const losesCodes = recoveryCodes !== null && !areCodesSaved
    if (
      losesCodes &&
      !(await ask({ objectName: pageTitle, question: t('pages.factor.notHeld'), confirmLabel: t('pages.factor.kept') }))
    )
      return
    void navigate('/me')
  }
  const finishSetup = () => {
    completeFactorSetup()
    setRecoveryCodes(null)
    setProposedSecret(null)
    void factorQuery.refetch()
    if (mustEnrol) void navigate(getAddressAfterLogin(location.search), { replace: true })
  }
  return (
    <PageFrame
      title={t('pages.factor.title')}
      subtitle={t(mustEnrol ? 'pages.factor.mustEnrol' : 'pages.factor.lead')}
      {...(mustEnrol ? {} : { onBack: () => void confirmAndLeave() })}
    >
      <div className="narrow">
        {recoveryCodes ? (
          <RecoveryCodeList codes={recoveryCodes} onSaved={() => setAreCodesSaved(true)} onDone={finishSetup} />
        ) : proposedSecret ? (
          <ConfirmFactorForm proposedSecret={proposedSecret} onConfirmed={setRecoveryCodes} />
        ) : (
          <QueryBoundary query={factorQuery} skeleton={<SkeletonDetail fields={1} />}>
            {(factor) => (
              <>
                <FactorStatusNotice factor={factor} />
                <BeginFactorForm isReplacement={factor.enrolled} onProposed={setProposedSecret} />
                {factor.enrolled && !factor.required && (
                  <RemoveFactorForm onRemoved={() => void factorQuery.refetch()} />
                )}
              </>
            )}
          </QueryBoundary>
        )}
      </div>
      {dialog}
    </PageFrame>
  )
}

function FactorStatusNotice({ factor }: { factor: EndpointOutput<typeof ownFactor> }) {
  const { t } = useTranslation('access')
  const zone = usePlantZone()
  if (!factor.enrolled || !factor.since) return <p className="quiet">{t('pages.factor.off')}</p>
  return <p>{t('pages.factor.on', { time: formatMoment(factor.since, zone), count: factor.recoveryLeft })}</p>
}

/** A form that asks for secrets, such as password and code, and has one button. Errors appear in a toast. */
function SecretsForm({
  inputs,
  submitLabel,
  busy,
  onSubmit,
}: {
  inputs: readonly (InputHTMLAttributes<HTMLInputElement> & { name: string; label: string })[]
  submitLabel: string
  busy: boolean
  onSubmit: (values: Record<string, string>) => Promise<void>
}) {
  const idPrefix = useId()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    await onSubmit(Object.fromEntries(inputs.map(({ name }) => [name, String(form.get(name) ?? '').trim()])))
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      {inputs.map(({ name, label, ...inputProps }) => (
        <label key={name} htmlFor={idPrefix + name}>
          {label}
          <input id={idPrefix + name} name={name} className="ui-input" required maxLength={128} {...inputProps} />
        </label>
      ))}
      <Button type="submit" look="primary" disabled={busy}>
        {submitLabel}
      </Button>
    </form>
  )
}
const passwordInput = { name: 'password', type: 'password', autoComplete: 'current-password' } as const
const codeInput = { name: 'code', autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 40 } as const

function BeginFactorForm({
  isReplacement,
  onProposed,
}: {
  isReplacement: boolean
  onProposed: (proposedSecret: ProposedSecret) => void
}) {
  const { t } = useTranslation('access')
  const command = useCommand(beginFactor)
  return (
    <SecretsForm
      inputs={[
        { ...passwordInput, label: t('pages.factor.password') },
        ...(isReplacement ? [{ ...codeInput, label: t('inputs.code') }] : []),
      ]}
      submitLabel={t(isReplacement ? 'pages.factor.again' : 'pages.factor.set')}
      busy={command.busy}
      onSubmit={async (values) => {
        const answer = await command.run(
          {
            password: values['password'] ?? '',
            ...(isReplacement ? { code: values['code'] ?? '' } : {}),
          },
          { savedMessage: null },
        )
        if (answer && !answer.queued) onProposed(answer.data)
      }}
    />
  )
}
function ConfirmFactorForm({
  proposedSecret,
  onConfirmed,
}: {
  proposedSecret: ProposedSecret
  onConfirmed: (recoveryCodes: string[]) => void
}) {
  const { t } = useTranslation('access')
  const command = useCommand(confirmFactor)
  const codeId = useId()
  const [code, setCode] = useState('')
  async function submit(event: FormEvent) {
    event.preventDefault()
    const answer = await command.run({ code }, { savedMessage: null })
    if (answer && !answer.queued) onConfirmed(answer.data.recoveryCodes.map((recovery) => recovery.code))
  }
  return (
    <>
      <p>{t('pages.factor.scan')}</p>
      <QrCode className="access-qr" text={proposedSecret.uri} label={t('pages.factor.qr')} />
      <code>{proposedSecret.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      <form onSubmit={(event) => void submit(event)}>
        <label htmlFor={codeId}>{t('pages.factor.code')}</label>
        <PasscodeInput id={codeId} value={code} onChange={setCode} required />
        <Button type="submit" look="primary" disabled={command.busy}>
          {t('pages.factor.confirm')}
        </Button>
      </form>
    </>
  )
}
/** Recovery codes, displayed only once, with the owner's name for the printout. */
function RecoveryCodeList({
  codes,
  onSaved,
  onDone,
}: {
  codes: readonly string[]
  /** Called when the codes were copied or printed. */
  onSaved: () => void
  onDone: () => void
}) {
  const { t } = useTranslation(['access', 'client'])
  const { userName } = useSession()
  const name = usePersonName()
  const ownerLine = [t('factor.issuer'), location.host, [...new Set([name, userName])].join(' ')].join(' · ')
  async function copyCodes() {
    try {
      await navigator.clipboard.writeText([ownerLine, ...codes].join('\n'))
      onSaved()
      void notify(t('client:fields.copied'), 'success')
    } catch (error) {
      // Without https there is no clipboard. The reader can still select the codes by hand.
      recordTrouble('recovery codes not copied', error)
      void notify(t('pages.factor.notCopied'), 'fail')
    }
  }
  const printCodes = () => {
    window.print()
    onSaved()
  }
  return (
    <>
      <p>{t('pages.factor.codes')}</p>
      <p>
        <b>{ownerLine}</b>
      </p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="ui-actions">
        <Button onClick={() => void copyCodes()}>{t('client:fields.copy')}</Button>
        <Button icon={<PrintIcon size={20} />} onClick={printCodes}>
          {t('pages.factor.print')}
        </Button>
        <Button look="primary" onClick={onDone}>
          {t('pages.factor.kept')}
        </Button>
      </div>
    </>
  )
}
function RemoveFactorForm({ onRemoved }: { onRemoved: () => void }) {
  const { t } = useTranslation('access')
  const command = useCommand(removeFactor)
  return (
    <SecretsForm
      inputs={[
        { ...passwordInput, label: t('pages.factor.password') },
        { ...codeInput, label: t('inputs.code') },
      ]}
      submitLabel={t('pages.factor.remove')}
      busy={command.busy}
      onSubmit={async (values) => {
        const input = { password: values['password'] ?? '', code: values['code'] ?? '' }
        if (await command.run(input, { savedMessage: t('pages.factor.removed') })) onRemoved()
      }}
    />
  )
}
