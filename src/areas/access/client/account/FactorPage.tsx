import '../access.css'
import { useId, useState, type FormEvent, type InputHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { OutOf } from '@/contract/endpoint'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { useCall } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { factorSetUp } from '@/client/session/sign-in'
import { useOwnName, useSession } from '@/client/session/use-session'
import { afterLogin } from '@/client/shell/navigation'
import { usePlantZone } from '@/client/session/zone'
import { Button } from '@/client/ui/Button'
import { PrintIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { QrCode } from '@/client/ui/QrCode'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { recordTrouble } from '@/client/ui/trouble'
import { useConfirm } from '@/client/ui/use-confirm'
import { beginFactor, confirmFactor, ownFactor, removeFactor } from '../../contract/second-factor'

type Proposed = OutOf<typeof beginFactor>

/** The reader's own second factor: an authenticator app, set up by a QR code and confirmed by a first code. */
export default function FactorPage() {
  const { t } = useTranslation('access')
  const navigate = useNavigate()
  const { mustEnrol } = useSession()
  const asked = useCall(ownFactor, {}, { resources: ['session'] })
  const [proposed, setProposed] = useState<Proposed | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [held, setHeld] = useState(false)
  const [ask, dialog] = useConfirm()
  const thing = t('pages.factor.title')
  const back = async () => {
    const lost = codes !== null && !held
    if (lost && !(await ask({ thing, sentence: t('pages.factor.notHeld'), action: t('pages.factor.kept') }))) return
    void navigate('/me')
  }
  const done = () => {
    factorSetUp()
    setCodes(null)
    setProposed(null)
    void asked.refetch()
    if (mustEnrol) void navigate(afterLogin(location.search), { replace: true })
  }
  return (
    <PageFrame
      title={t('pages.factor.title')}
      sub={t(mustEnrol ? 'pages.factor.mustEnrol' : 'pages.factor.lead')}
      {...(mustEnrol ? {} : { onBack: () => void back() })}
    >
      <div className="narrow">
        {asked.isLoading && <SkeletonDetail fields={1} />}
        {!asked.data && !asked.isLoading && <NotLoaded of={asked} />}
        {codes ? (
          <RecoveryCodes codes={codes} onHeld={() => setHeld(true)} onKept={done} />
        ) : proposed ? (
          <Confirm proposed={proposed} onConfirmed={setCodes} />
        ) : (
          asked.data && (
            <>
              <Standing factor={asked.data} />
              <Begin again={asked.data.enrolled} onProposed={setProposed} />
              {asked.data.enrolled && !asked.data.required && <Remove onRemoved={() => void asked.refetch()} />}
            </>
          )
        )}
      </div>
      {dialog}
    </PageFrame>
  )
}

function Standing({ factor }: { factor: OutOf<typeof ownFactor> }) {
  const { t } = useTranslation('access')
  const zone = usePlantZone()
  if (!factor.enrolled || !factor.since) return <p className="quiet">{t('pages.factor.off')}</p>
  return <p>{t('pages.factor.on', { time: formatMoment(factor.since, zone), count: factor.recoveryLeft })}</p>
}

/** A form of a few secrets and one button. Errors appear in a toast. */
function Small({
  inputs,
  action,
  busy,
  onSend,
}: {
  inputs: readonly (InputHTMLAttributes<HTMLInputElement> & { name: string; label: string })[]
  action: string
  busy: boolean
  onSend: (values: Record<string, string>) => Promise<void>
}) {
  const id = useId()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    try {
      await onSend(Object.fromEntries(inputs.map(({ name }) => [name, String(form.get(name) ?? '').trim()])))
    } catch (error) {
      recordTrouble('told by a toast', error)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      {inputs.map(({ name, label, ...rest }) => (
        <label key={name} htmlFor={id + name}>
          {label}
          <input id={id + name} name={name} className="ui-input" required maxLength={128} {...rest} />
        </label>
      ))}
      <Button type="submit" look="primary" disabled={busy}>
        {action}
      </Button>
    </form>
  )
}
const password = { name: 'password', type: 'password', autoComplete: 'current-password' } as const
const code = { name: 'code', autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 40 } as const

function Begin({ again, onProposed }: { again: boolean; onProposed: (proposed: Proposed) => void }) {
  const { t } = useTranslation('access')
  const command = useCommand(beginFactor)
  return (
    <Small
      inputs={[
        { ...password, label: t('pages.factor.password') },
        ...(again ? [{ ...code, label: t('inputs.code') }] : []),
      ]}
      action={t(again ? 'pages.factor.again' : 'pages.factor.set')}
      busy={command.busy}
      onSend={async (values) => {
        const answer = await command.run({
          password: values['password'] ?? '',
          ...(again ? { code: values['code'] ?? '' } : {}),
        })
        if (!answer.queued) onProposed(answer.data)
      }}
    />
  )
}
function Confirm({ proposed, onConfirmed }: { proposed: Proposed; onConfirmed: (codes: string[]) => void }) {
  const { t } = useTranslation('access')
  const command = useCommand(confirmFactor)
  return (
    <>
      <p>{t('pages.factor.scan')}</p>
      <QrCode className="ac-qr" text={proposed.uri} label={t('pages.factor.qr')} />
      <code>{proposed.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      <Small
        inputs={[{ ...code, label: t('pages.factor.code') }]}
        action={t('pages.factor.confirm')}
        busy={command.busy}
        onSend={async (values) => {
          const answer = await command.run({ code: values['code'] ?? '' })
          if (!answer.queued) onConfirmed(answer.data.recoveryCodes.map((one) => one.code))
        }}
      />
    </>
  )
}
/** Recovery codes, displayed once. The owner's name is part of the printout. */
function RecoveryCodes({
  codes,
  onHeld,
  onKept,
}: {
  codes: readonly string[]
  /** Called when the codes were copied or printed. */
  onHeld: () => void
  onKept: () => void
}) {
  const { t } = useTranslation(['access', 'client'])
  const { userName } = useSession()
  const name = useOwnName()
  const whose = [t('factor.issuer'), location.host, [...new Set([name, userName])].join(' ')].join(' · ')
  async function copy() {
    try {
      await navigator.clipboard.writeText([whose, ...codes].join('\n'))
      onHeld()
      void notify(t('client:fields.copied'), 'success')
    } catch (error) {
      recordTrouble('not copied', error) // no clipboard without https: the codes can be selected by hand
      void notify(t('pages.factor.notCopied'), 'fail')
    }
  }
  const print = () => {
    window.print()
    onHeld()
  }
  return (
    <>
      <p>{t('pages.factor.codes')}</p>
      <p>
        <b>{whose}</b>
      </p>
      <ul>
        {codes.map((one) => (
          <li key={one}>
            <code>{one}</code>
          </li>
        ))}
      </ul>
      <div className="ui-actions">
        <Button onClick={() => void copy()}>{t('client:fields.copy')}</Button>
        <Button icon={<PrintIcon size={20} />} onClick={print}>
          {t('pages.factor.print')}
        </Button>
        <Button look="primary" onClick={onKept}>
          {t('pages.factor.kept')}
        </Button>
      </div>
    </>
  )
}
function Remove({ onRemoved }: { onRemoved: () => void }) {
  const { t } = useTranslation('access')
  const command = useCommand(removeFactor)
  return (
    <Small
      inputs={[
        { ...password, label: t('pages.factor.password') },
        { ...code, label: t('inputs.code') },
      ]}
      action={t('pages.factor.remove')}
      busy={command.busy}
      onSend={async (values) => {
        await command.run({ password: values['password'] ?? '', code: values['code'] ?? '' })
        void notify(t('pages.factor.removed'), 'success')
        onRemoved()
      }}
    />
  )
}
