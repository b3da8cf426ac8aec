import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { Button } from '@/client/ui/Button'
import { recordTrouble } from '@/client/ui/trouble'
import { beginPush, endPush, startPush } from '../../contract/session'

/** iPhones support push only for apps on the home screen. */
const canReceivePush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Switches push notices on this device. The browser asks for permission when they are switched on. */
export function PushSwitch({ isOn, onChange }: { isOn: boolean; onChange: () => void }) {
  const { t } = useTranslation('access')
  const begin = useCommand(beginPush)
  const start = useCommand(startPush)
  const end = useCommand(endPush)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<'denied' | 'unreachable' | null>(null)
  if (!canReceivePush()) return <p className="quiet">{t('pages.account.push.cannot')}</p>

  async function switchOn(): Promise<void> {
    if ((await Notification.requestPermission()) !== 'granted') return setFailure('denied')
    const begun = await begin.run({})
    if (begun.queued) return
    const worker = await navigator.serviceWorker.ready
    const { endpoint, keys } = await subscribeToPush(worker.pushManager, begun.data.key)
    await start.run({ endpoint: endpoint!, p256dh: keys!['p256dh']!, auth: keys!['auth']! })
    void notify(t('pages.account.push.isOn'), 'success')
  }
  async function switchOff(): Promise<void> {
    await end.run({})
    const worker = await navigator.serviceWorker.ready
    await (await worker.pushManager.getSubscription())?.unsubscribe()
  }
  async function toggle(): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      await (isOn ? switchOff() : switchOn())
      onChange()
    } catch (error) {
      // Browsers report an unreachable push service as AbortError. Refusals of the server are displayed already.
      if (error instanceof DOMException) setFailure('unreachable')
      recordTrouble('shown beside the switch', error)
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
/** Subscribes to push. If the browser still has a subscription for another server key, it is replaced. */
async function subscribeToPush(manager: PushManager, key: string): Promise<PushSubscriptionJSON> {
  const subscribeOptions = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return (await manager.subscribe(subscribeOptions)).toJSON()
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
    await (await manager.getSubscription())?.unsubscribe()
    return (await manager.subscribe(subscribeOptions)).toJSON()
  }
}
