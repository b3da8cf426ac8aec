import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { createUuid7 } from '@/contract/id'
import { editRoll } from '../../contract/jumbo-commands'
import { turnWinder } from '../../contract/machine-run'
import { getLengthToWind } from '../../rules/winding'
import { NumberField } from '../shared/NumberField'
import { useCommand } from '@/client/api/use-command'
import type { WinderStatus } from './use-winder'
import type { WinderRoll } from '../shared/winder-state'

/** 上下机: turns the winder on or off and sets speed and winding length, which also apply to a roll on the winder. */
export function WinderRunDialog({
  winder,
  roll,
  onClose,
}: {
  winder: WinderStatus
  roll: WinderRoll | null
  onClose: () => void
}) {
  const { t } = useTranslation('rolls')
  const zone = usePlantZone()
  const { currentRun, doffedRolls } = winder
  // The order when the dialog was opened. The winding length applies to this order only.
  const [order] = useState(winder.order)
  const [speed, setSpeed] = useState<number | null>(
    () => roll?.speed ?? currentRun?.speed ?? doffedRolls[0]?.speed ?? null,
  )
  const [windingM, setWindingM] = useState<number | null>(() =>
    getLengthToWind(roll?.workOrderId === order?.id ? roll : null, currentRun, order),
  )
  const turn = useCommand(turnWinder)
  const edit = useCommand(editRoll)
  const submit = async (action: 'on' | 'off' | 'change') => {
    const settings = { ...(speed !== null ? { speed } : {}), ...(windingM !== null ? { windingM } : {}) }
    const result = await turn.run({
      id: action === 'off' && currentRun ? currentRun.id : createUuid7(),
      lineId: winder.lineId,
      action,
      ...(action === 'off' ? {} : { ...settings, ...(order ? { workOrderId: order.id } : {}) }),
    })
    if (result && roll?.state === 'winding' && action !== 'off')
      await edit.run(
        { id: roll.id, ...(speed !== null ? { speed } : {}), ...(windingM !== null ? { lengthM: windingM } : {}) },
        { baseVersion: roll.version },
      )
    if (result) onClose()
  }
  const busy = turn.busy || edit.busy
  return (
    <Dialog open onClose={onClose} title={t('machineRun.name')}>
      <form
        className="stack gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void submit(currentRun ? 'change' : 'on')
        }}
      >
        <p className="quiet">
          {currentRun
            ? t('pages.winder.onSince', { time: formatMoment(currentRun.onAt, zone) })
            : t('pages.winder.isOff')}
        </p>
        <div className="wd-two">
          <NumberField label={t('machineRun.fields.speed')} unit="m/min" value={speed} onChange={setSpeed} />
          <NumberField label={t('machineRun.fields.windingM')} unit="m" value={windingM} onChange={setWindingM} />
        </div>
        <div className="ui-actions">
          {currentRun && (
            <Button disabled={busy} onClick={() => void submit('off')}>
              {t('inputOptions.action.off')}
            </Button>
          )}
          <Button type="submit" look="primary" disabled={busy}>
            {t(currentRun ? 'pages.winder.change' : 'inputOptions.action.on')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
