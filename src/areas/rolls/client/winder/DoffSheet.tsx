import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uuid7 } from '@/contract/id'
import type { Endpoint } from '@/contract/endpoint'
import { joined } from '@/client/format/list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { Sheet } from '@/client/ui/Sheet'
import { DownIcon } from '@/client/ui/icons'
import { doffRoll, windRoll } from '../../contract/jumbo-commands'
import { beyondLength, lengthShort, lengthSlip, offSet } from '../../rules/winding'
import { NumberField } from './NumberField'
import { Stepper } from './Stepper'
import { useStep } from '@/client/api/use-step'
import type { Winder } from './use-winder'
import { massOf } from './winder-state'

type Doff = Endpoint<Record<string, unknown>, unknown>

/** 落卷: the length that the counter shows; on a winder with a turret the next roll has begun in the same moment. */
export function DoffSheet({ winder, onClose }: { winder: Winder; onClose: (rollId: string | null) => void }) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const { roll, order, run, progress, doffed } = winder
  // Until a person enters another length, it is what was wound by now: the line runs on while the sheet is open.
  const [entered, setEntered] = useState<{ metres: number | null } | null>(null)
  const lengthM = entered
    ? entered.metres
    : (startLength(progress) ?? order?.jumboLengthM ?? doffed[0]?.lengthM ?? null)
  const [speed, setSpeed] = useState<number | null>(() => roll?.speed ?? run?.speed ?? doffed[0]?.speed ?? null)
  const [splices, setSplices] = useState(roll?.splices ?? 0)
  // No order runs: there is nothing to go on winding for.
  const [next, setNext] = useState(order !== null)
  const doff = useStep(doffRoll as Doff)
  const wind = useStep(windRoll as Doff)
  // What is on the winder is of the order it was begun for, even when another runs by now; the next roll is of that one.
  const workOrderId = roll?.workOrderId ?? order?.id
  const kg = massOf(roll, winder.web, lengthM)
  const shown = (metres: number | null) => formatNumber(metres, { language, decimals: 0 })
  // A web may break early, or run on: a length far below what was counted, or clearly off what was set, is asked about, anew when another is entered.
  const [offSaid, setOffSaid] = useState(false)
  const set = progress?.target ?? (roll ? null : (order?.jumboLengthM ?? null))
  const farBelow = (metres: number) => lengthShort(metres, progress?.metres ?? null)
  const off = lengthM !== null && lengthM > 0 ? (farBelow(lengthM) !== null ? 'short' : offSet(lengthM, set)) : null
  const cut = roll && lengthM ? beyondLength(roll.defects, lengthM) : []
  const judge = (metres: number | null) => {
    const about = metres === null ? null : lengthSlip(metres, order?.jumboLengthM ?? null, progress?.metres ?? null)
    if (about !== null)
      return {
        tone: 'bad',
        word: t('refusals.lengthSlip', { length: shown(metres), expected: shown(about) }),
      } as const
    const counted = metres !== null && metres > 0 ? farBelow(metres) : null
    if (counted !== null)
      return {
        tone: 'warn',
        word: t('pages.winder.lengthShort', { length: shown(metres), counted: shown(counted) }),
      } as const
    const side = metres !== null && metres > 0 ? offSet(metres, set) : null
    if (side)
      return {
        tone: 'warn',
        word: t(`pages.winder.offSet.${side}`, { length: shown(metres), set: shown(set) }),
      } as const
    return { tone: metres === null ? 'idle' : metres > 0 ? 'ok' : 'bad', word: null } as const
  }
  const save = async () => {
    const id = roll?.id ?? uuid7()
    const where = { lineId: winder.lineId, ...(speed ? { speed } : {}) }
    const doffed = await doff.run({ id, ...where, workOrderId, lengthM, ...(splices ? { splices } : {}) })
    if (!doffed) return
    // The next roll is wound only where this one is off.
    const after = doffed.queued ? { dependsOn: [doffed.id] } : {}
    if (next && order) await wind.run({ id: uuid7(), ...where, workOrderId: order.id }, after)
    onClose(id)
  }
  return (
    <Sheet open onClose={() => onClose(null)} title={t('actions.jumboRoll_doff')}>
      <form
        className="wd-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <NumberField
          label={t('jumboRoll.fields.lengthM')}
          unit="m"
          value={lengthM}
          onChange={(metres) => {
            setEntered({ metres })
            setOffSaid(false)
          }}
          judge={judge}
          hint={
            progress?.metres != null
              ? t('pages.winder.counted', {
                  metres: formatNumber(progress.metres, { language, decimals: 0 }),
                })
              : null
          }
        />
        {off && (
          <label className="wd-check">
            <input
              type="checkbox"
              className="flag"
              checked={offSaid}
              onChange={(event) => setOffSaid(event.target.checked)}
            />
            {t(`pages.winder.offRight.${off}`)}
          </label>
        )}
        {cut.length > 0 && (
          <p role="status" className="tone-warn">
            {t('pages.winder.defectsCut', {
              count: cut.length,
              length: shown(lengthM),
              which: joined(
                cut.map(
                  ({ kind, fromM, toM }) =>
                    `${t(`jumboRoll.subOptions.defects.kind.${kind}`)} ${shown(fromM)}–${shown(toM)} m`,
                ),
                language,
              ),
            })}
          </p>
        )}
        <p className="wd-sum">
          <span>{t('jumboRoll.fields.expectedKg')}</span>
          <b>{formatNumber(kg, { language, unit: 'kg', decimals: 1 })}</b>
        </p>
        <div className="wd-two">
          <NumberField label={t('jumboRoll.fields.speed')} unit="m/min" value={speed} onChange={setSpeed} />
          <Stepper label={t('jumboRoll.fields.splices')} value={splices} most={99} onChange={setSplices} />
        </div>
        {order && (
          <label className="wd-check">
            <input
              type="checkbox"
              className="flag"
              checked={next}
              onChange={(event) => setNext(event.target.checked)}
            />
            {t('pages.winder.nextBegins')}
          </label>
        )}
        <div className="ui-actions">
          <Button
            type="submit"
            look="primary"
            icon={<DownIcon size={20} />}
            disabled={
              !['ok', 'warn'].includes(judge(lengthM).tone) ||
              (off !== null && !offSaid) ||
              !workOrderId ||
              doff.busy ||
              wind.busy
            }
          >
            {t('actions.jumboRoll_doff')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
/** What was wound by now, in whole metres; the length that was set stands in only where nobody said a speed: by a usual one it is a guess. */
function startLength(progress: Winder['progress']): number | null {
  if (!progress) return null
  const { metres, target, usual } = progress
  return metres !== null && metres >= 1 && !usual ? Math.round(metres) : target
}
