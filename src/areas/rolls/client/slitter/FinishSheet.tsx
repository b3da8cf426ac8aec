import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plantMoment } from '@/client/clock'
import { Button } from '@/client/ui/Button'
import { Quantity } from '@/client/ui/Quantity'
import { Sheet } from '@/client/ui/Sheet'
import { State } from '@/client/ui/State'
import { finishCutting } from '@/areas/rolls/contract/slitting-calls'
import { lanesWidth } from '@/areas/rolls/rules/collocation'
import { expectedTrimKg, jumboBalance } from '@/areas/rolls/rules/mass-balance'
import { jumboKg } from '@/areas/rolls/rules/order-figures'
import type { SlitterLimits } from '@/areas/rolls/rules/slitter-limits'
import type { Cutting, Jumbo, ShownSet } from './cut-state'
import { useStep } from './use-step'

/** What went in must have come out: trim and waste are weighed, and a gap beyond the tolerance is explained. */
export function FinishSheet({ run, jumbo, sets, limits, onClose }: { run: Cutting; jumbo: Jumbo; sets: readonly ShownSet[]; limits: SlitterLimits; onClose: () => void }) {
  const { t } = useTranslation(['rolls', 'client'])
  const expected = Math.round(sets.reduce((sum, set) => sum + expectedTrimKg(jumboKg(jumbo), jumbo.widthMm ?? 0, lanesWidth(set.lanes), set.toM - set.fromM, jumbo.lengthM ?? 0), 0) * 1000) / 1000
  const [trim, setTrim] = useState(String(expected))
  const [waste, setWaste] = useState('0')
  const [reason, setReason] = useState('')
  const finish = useStep(finishCutting)
  const rolls = sets.flatMap((set) => set.rolls)
  const open = rolls.filter((roll) => roll.kg === null).length
  const balance = jumboBalance(jumboKg(jumbo), rolls.map((roll) => roll.kg ?? 0), Number(trim), Number(waste), limits.balanceTolerance)
  const ready = open === 0 && (balance.closes || reason.trim() !== '')
  const take = async () => {
    if (await finish.take({ id: run.id, trimKg: Number(trim), wasteKg: Number(waste), ...(reason.trim() ? { gapReason: reason.trim() } : {}), occurredAt: plantMoment() } as never, { done: t('pages.divideInteractive.finished') })) onClose()
  }
  return (
    <Sheet open onClose={onClose} title={t('actions.cutting_finish')}>
      <form className="sheet-form" onSubmit={(event) => { event.preventDefault(); if (ready) void take() }}>
        {open > 0 && <p className="wrong">{t('pages.divideInteractive.stillToWeigh', { count: open })}</p>}
        <dl className="facts">
          <div><dt>{t('jumboRoll.name')}</dt><dd><Quantity value={balance.jumboKg} unit="kg" decimals={1} /></dd></div>
          <div><dt>{t('cutting.fields.slitKg')}</dt><dd><Quantity value={balance.slitKg} unit="kg" decimals={1} /></dd></div>
          <div><dt>{t('cutting.fields.gapKg')}</dt><dd><Quantity value={balance.gapKg} unit="kg" decimals={1} /></dd></div>
        </dl>
        <div className="pair">
          <label>{t('cutting.fields.trimKg')} (kg)<input className="ui-input" inputMode="decimal" value={trim} onChange={(event) => setTrim(event.target.value.replace(/[^\d.]/g, ''))} /></label>
          <label>{t('cutting.fields.wasteKg')} (kg)<input className="ui-input" inputMode="decimal" value={waste} onChange={(event) => setWaste(event.target.value.replace(/[^\d.]/g, ''))} /></label>
        </div>
        <p>{balance.closes ? <State tone="ok">{t('pages.divideInteractive.closes', { tolerance: limits.balanceTolerance })}</State> : <State tone="warn">{t('pages.divideInteractive.gap', { percent: Math.round((balance.gapPercent ?? 0) * 10) / 10, tolerance: limits.balanceTolerance })}</State>}</p>
        {!balance.closes && <label>{t('cutting.fields.gapReason')}<input className="ui-input" maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} /></label>}
        <div className="ui-actions"><Button onClick={onClose}>{t('client:ui.cancel')}</Button><Button type="submit" look="primary" disabled={!ready || finish.busy}>{t('actions.cutting_finish')}</Button></div>
      </form>
    </Sheet>
  )
}
