import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { ScanIcon } from '@/client/ui/icons'
import { Sheet } from '@/client/ui/Sheet'
import type { WalkPoint } from './round-state'

const REASONS = ['labelDamaged', 'labelMissing', 'cameraFails', 'tooDark'] as const

/** Before a point is checked, somebody must stand there: by scanning its code, or by hand with a reason. */
export function PresenceGate({ point, onScan, onByHand, onSkip }: { point: WalkPoint; onScan: () => void; onByHand: (reason: string) => void; onSkip: () => void }) {
  const { t } = useTranslation('maintenance')
  const [asking, setAsking] = useState(false)
  return (
    <section className="presence">
      <Button look="primary" block className="presence-scan" icon={<ScanIcon size={32} />} onClick={onScan}>{t('pages.polling.scanHere')}</Button>
      <p className="quiet">{t('pages.polling.scanWhat', { code: point.code })}</p>
      <div className="ui-actions">
        {!point.scanRequired && <Button onClick={() => setAsking(true)}>{t('pages.polling.byHand')}</Button>}
        <Button onClick={onSkip}>{t('pages.polling.skip')}</Button>
      </div>
      {point.scanRequired && <p className="quiet">{t('pages.polling.scanRequired')}</p>}
      <ReasonSheet open={asking} title={t('pages.polling.byHandWhy')} reasons={REASONS.map((key) => t(`pages.polling.handReasons.${key}`))} onPick={(reason) => { setAsking(false); onByHand(reason) }} onClose={() => setAsking(false)} />
    </section>
  )
}

/** A reason by one tap, or typed. */
export function ReasonSheet({ open, title, reasons, onPick, onClose }: { open: boolean; title: string; reasons: readonly string[]; onPick: (reason: string) => void; onClose: () => void }) {
  const { t } = useTranslation('maintenance')
  const [text, setText] = useState('')
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <form className="reasons" onSubmit={(event) => { event.preventDefault(); if (text.trim()) onPick(text.trim()) }}>
        {reasons.map((reason) => <Button key={reason} block onClick={() => onPick(reason)}>{reason}</Button>)}
        <label htmlFor="other-reason">{t('pages.polling.otherReason')}</label>
        <input id="other-reason" className="ui-input" value={text} maxLength={400} onChange={(event) => setText(event.target.value)} autoComplete="off" />
        <div className="ui-actions">
          <Button onClick={onClose}>{t('pages.polling.notNow')}</Button>
          <Button type="submit" look="primary" disabled={!text.trim()}>{t('pages.polling.takeReason')}</Button>
        </div>
      </form>
    </Sheet>
  )
}
