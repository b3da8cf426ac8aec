import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf } from '@/client/fields/number-input'
import { useMay } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { DeleteIcon } from '@/client/ui/icons'
import { Sheet } from '@/client/ui/Sheet'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { moveRoll } from '@/areas/rolls/contract/slitting-calls'
import type { Downgrades, Jumbo, ShownRoll, ShownSet } from './cut-state'
import { Recycle } from './Recycle'
import { useStep } from './use-step'

export interface RollSheetProps {
  roll: ShownRoll
  set: ShownSet
  jumbo: Jumbo
  others: readonly ShownSet[]
  cuttingId: string
  onDowngrade: (downgrades: Downgrades) => void
  onClose: () => void
}

/** One slit roll: its downgraded metres, where it was put down, and its way back to pellets. */
export function RollSheet({ roll, set, others, cuttingId, onDowngrade, onClose }: RollSheetProps) {
  const { t } = useTranslation('rolls')
  const [part, setPart] = useState<'downgrade' | 'move' | 'recycle'>('downgrade')
  const mayEdit = useMay('divideInteractiveEdit') && roll.state === 'made'
  const targets = others.filter((other) => other.id !== set.id && other.setNumber !== null)
  const parts =
    targets.length > 0 && roll.id ? (['downgrade', 'move', 'recycle'] as const) : (['downgrade', 'recycle'] as const)
  const words = {
    downgrade: t('pages.divideInteractive.downgrade'),
    move: t('actions.slitRoll_move'),
    recycle: t('pages.divideInteractive.recycle'),
  }
  return (
    <Sheet open onClose={onClose} title={roll.number ?? t('pages.divideInteractive.lane', { lane: roll.lane })}>
      <div className="sheet-form">
        {roll.defects.length > 0 && (
          <ul className="sheet-list">
            {roll.defects.map((d) => (
              <li key={`${d.kind} ${d.fromM} ${d.fromMm}`} className="quiet">
                {t(`slitRoll.subOptions.defects.kind.${d.kind}`)} · {d.fromM}–{d.toM} m
              </li>
            ))}
          </ul>
        )}
        {mayEdit && (
          <fieldset className="choice-row">
            {parts.map((one) => (
              <button key={one} type="button" aria-pressed={part === one} onClick={() => setPart(one)}>
                {words[one]}
              </button>
            ))}
          </fieldset>
        )}
        {part === 'move' && <Move roll={roll} targets={targets} onClose={onClose} />}
        {part === 'downgrade' && <Downgrade roll={roll} mayEdit={mayEdit} onDowngrade={onDowngrade} />}
        {part === 'recycle' && <Recycle roll={roll} setId={set.id} cuttingId={cuttingId} onDone={onClose} />}
      </div>
    </Sheet>
  )
}

function Downgrade({
  roll,
  mayEdit,
  onDowngrade,
}: {
  roll: ShownRoll
  mayEdit: boolean
  onDowngrade: (downgrades: Downgrades) => void
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const [list, setList] = useState<Downgrades>(roll.downgrades)
  const [fromM, setFrom] = useState('0')
  const [toM, setTo] = useState(String(roll.lengthM))
  const [grade, setGrade] = useState<'downgraded' | 'waste'>('downgraded')
  const [defect, setDefect] = useState<(typeof defectKinds)[number]>(roll.defects[0]?.kind ?? 'streak')
  const valid = Number(toM) > Number(fromM) && Number(toM) <= roll.lengthM
  const add = () => setList([...list, { fromM: Number(fromM), toM: Number(toM), grade, defect, reason: null }])
  return (
    <>
      <ul className="sheet-list">
        {list.map((d, i) => (
          <li key={`${d.fromM} ${d.toM} ${d.defect}`} className="ui-card row-of">
            <span>
              {d.fromM}–{d.toM} m · {t(`slitRoll.options.grade.${d.grade}`)} ·{' '}
              {t(`slitRoll.subOptions.downgrades.defect.${d.defect}`)}
            </span>
            {mayEdit && (
              <Button
                look="quiet"
                icon={<DeleteIcon size={20} />}
                aria-label={t('client:ui.confirm.delete')}
                onClick={() => setList(list.filter((_, at) => at !== i))}
              />
            )}
          </li>
        ))}
        {list.length === 0 && <li className="quiet">{t('pages.divideInteractive.allGood')}</li>}
      </ul>
      {mayEdit && (
        <>
          <p className="quiet">{t('pages.divideInteractive.ownMetres')}</p>
          <div className="pair">
            <label>
              {t('slitRoll.sub.downgrades.fromM')} (m)
              <input
                className="ui-input"
                inputMode="decimal"
                value={fromM}
                onChange={(event) => setFrom(digitsOf(event.target.value))}
              />
            </label>
            <label>
              {t('slitRoll.sub.downgrades.toM')} (m)
              <input
                className="ui-input"
                inputMode="decimal"
                value={toM}
                onChange={(event) => setTo(digitsOf(event.target.value))}
              />
            </label>
          </div>
          <fieldset className="choice-row" aria-label={t('slitRoll.fields.grade')}>
            {(['downgraded', 'waste'] as const).map((one) => (
              <button key={one} type="button" aria-pressed={grade === one} onClick={() => setGrade(one)}>
                {t(`slitRoll.options.grade.${one}`)}
              </button>
            ))}
          </fieldset>
          <label>
            {t('slitRoll.sub.downgrades.defect')}
            <select
              className="ui-input"
              value={defect}
              onChange={(event) => setDefect(event.target.value as typeof defect)}
            >
              {defectKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`slitRoll.subOptions.downgrades.defect.${kind}`)}
                </option>
              ))}
            </select>
          </label>
          <div className="ui-actions">
            <Button disabled={!valid} onClick={add}>
              {t('pages.divideInteractive.addMetres')}
            </Button>
            <Button
              look="primary"
              disabled={!valid && list === roll.downgrades}
              onClick={() =>
                onDowngrade(
                  list === roll.downgrades
                    ? [...list, { fromM: Number(fromM), toM: Number(toM), grade, defect, reason: null }]
                    : list,
                )
              }
            >
              {t('client:resource.save')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

function Move({ roll, targets, onClose }: { roll: ShownRoll; targets: readonly ShownSet[]; onClose: () => void }) {
  const { t } = useTranslation('rolls')
  const [to, setTo] = useState(targets[0]?.id ?? '')
  const [reason, setReason] = useState('')
  const move = useStep(moveRoll)
  const take = async () => {
    if (await move.take({ id: roll.id!, version: roll.version, slitSetId: to, reason: reason.trim() })) onClose()
  }
  return (
    <form
      className="sheet-form"
      onSubmit={(event) => {
        event.preventDefault()
        void take()
      }}
    >
      <p className="quiet">{t('pages.divideInteractive.moveHint')}</p>
      <fieldset className="choice-row">
        {targets.map((set) => (
          <button key={set.id} type="button" aria-pressed={to === set.id} onClick={() => setTo(set.id)}>
            {t('pages.divideInteractive.setWord', { set: set.setNumber })}
          </button>
        ))}
      </fieldset>
      <label>
        {t('inputs.reason')}
        <input
          className="ui-input"
          value={reason}
          maxLength={1000}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <div className="ui-actions">
        <Button type="submit" look="primary" disabled={move.busy || !reason.trim() || !to}>
          {t('actions.slitRoll_move')}
        </Button>
      </div>
    </form>
  )
}
