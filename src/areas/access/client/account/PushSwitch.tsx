import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import { Button } from '@/client/ui/Button'
import { recordTrouble } from '@/client/ui/trouble'
import { getPushKey, unsubscribePush, subscribePush } from '../../contract/session'

/** True if this browser supports push. Safari on iPhones does so only for apps added to the home screen. */
const canReceivePush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Switches push notices on this device. The browser asks for permission when they are switched on. */
export function PushSwitch({ isOn, onChange }: { isOn: boolean; onChange: () => void }) {
  const { t } = useTranslation('access')
  const keyCommand = useCommand(getPushKey)
  const subscribeCommand = useCommand(subscribePush)
  const unsubscribeCommand = useCommand(unsubscribePush)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<'denied' | 'unreachable' | null>(null)
  if (!canReceivePush()) return <p className="quiet">{t('pages.account.push.cannot')}</p>

  /** Returns true if push was switched on. `useCommand` already shows the server's refusals. */
  async function switchOn(): Promise<boolean> {
    if ((await Notification.requestPermission()) !== 'granted') {
      setFailure('denied')
      return false
    }
    const keyAnswer = await keyCommand.run({}, { savedMessage: null })
    if (!keyAnswer || keyAnswer.queued) return false
    const registration = await navigator.serviceWorker.ready
    const { endpoint, keys } = await subscribeToPush(registration.pushManager, keyAnswer.data.key)
    const input = { endpoint: endpoint!, p256dh: keys!['p256dh']!, auth: keys!['auth']! }
    // Shows `push.isOn` as a toast once. `push.on` below stays visible while push is on.
    return (await subscribeCommand.run(input, { savedMessage: t('pages.account.push.isOn') })) !== null
  }
  async function switchOff(): Promise<boolean> {
    if (!(await unsubscribeCommand.run({}, { savedMessage: null }))) return false
    const registration = await navigator.serviceWorker.ready
    await (await registration.pushManager.getSubscription())?.unsubscribe()
    return true
  }
  async function toggle(): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      if (await (isOn ? switchOff() : switchOn())) onChange()
    } catch (error) {
      // Browsers report an unreachable push service as AbortError.
      if (error instanceof DOMException) setFailure('unreachable')
      recordTrouble('switching push notices (the user was shown a message)', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      {isOn && <p className="quiet">{t('pages.account.push.on')}</p>}
      {failure && <p role="alert">{t(`pages.account.push.${failure}`)}</p>}
      <Button disabled={busy} onClick={() => void toggle()}>
        {t(isOn ? 'pages.account.push.stop' : 'pages.account.push.start')}
      </Button>
    </div>
  )
}
/** Subscribes this browser to push, and replaces a subscription that it still has for another server key. */
async function subscribeToPush(pushManager: PushManager, serverKey: string): Promise<PushSubscriptionJSON> {
  const subscribeOptions = { userVisibleOnly: true, applicationServerKey: serverKey }
  try {
    return (await pushManager.subscribe(subscribeOptions)).toJSON()
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
    await (await pushManager.getSubscription())?.unsubscribe()
    return (await pushManager.subscribe(subscribeOptions)).toJSON()
  }
}
