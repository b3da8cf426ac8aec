import '@/client/ui/dialog-form.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { normalizeCode } from '@/plant/rules/code'
import { parseLabel } from '@/plant/rules/label'
import { notifySaved } from '@/client/api/notify-saved'
import { useCommand } from '@/client/api/use-command'
import { useList } from '@/client/api/use-list'
import { getPlantMoment } from '@/client/clock'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { SizeInput } from '@/client/ui/SizeInput'
import { parseSize } from '@/client/fields/number-input'
import { getStatesBefore } from '@/contract/state-machine'
import { tool } from '../contract/tool'
import { mountTool } from '../contract/tool-commands'
import { tool as life } from '../rules/tool'
import { useAskTakeOff, useToolAt } from './use-taken-off'

type Side = 'upper' | 'lower'
/** Query of the knives that can be mounted; few enough to store on the phone. */
const READY = { kind: 'knife', state: getStatesBefore(life, 'mount').join(','), size: 500 }

/** Dialog that mounts a ready knife on the slitter by its scanned or typed code. */
export function MountKnife({
  slitterId,
  place: at,
  side: of,
  onClose,
}: {
  slitterId: string
  place: number
  side: Side
  onClose: () => void
}) {
  const { t } = useTranslation(['tools', 'client'])
  const [place, setPlace] = useState(String(at))
  const [side, setSide] = useState(of)
  const [typed, setTyped] = useState('')
  const { rows, isLoading } = useList(tool, READY)
  const code = normalizeCode(parseLabel(typed).code)
  const knife = rows.find((row) => row.code === code)
  const mount = useCommand(mountTool)
  const number = parseSize(place)
  const there = useToolAt('knife')({ lineId: slitterId, place: number, side })
  const comesOff = useAskTakeOff()
  const take = async () => {
    if (!knife || !number) return
    // The person tapped this place to change its knife. Confirm only if the knife of another place would come off.
    const tapped = number === at && side === of
    if (!tapped && !(await comesOff.ask(there, knife.code))) return
    try {
      const result = await mount.run(
        {
          id: knife.id,
          version: knife.version,
          lineId: slitterId,
          place: number,
          side,
          occurredAt: getPlantMoment(),
        },
        { baseVersion: knife.version },
      )
      void notifySaved(t, result)
      onClose()
    } catch {
      return // the call has already displayed the error; the dialog stays open
    }
  }
  return (
    <Dialog open onClose={onClose} title={t('pages.knives.mount')}>
      <form
        className="ui-sheet-form"
        onSubmit={(event) => {
          event.preventDefault()
          void take()
        }}
      >
        {!isLoading && rows.length === 0 && (
          <p className="ui-card is-warned">
            <b>{t('pages.knives.noReady')}</b> {t('pages.knives.noReadyNext')}
          </p>
        )}
        <div className="pair">
          <label>
            {t('tool.fields.place')}
            <SizeInput integersOnly value={place} onChange={setPlace} />
          </label>
          <label>
            {t('tool.fields.code')}
            <input
              className="ui-input"
              maxLength={80}
              list="ready-knives"
              placeholder={t('pages.knives.choose')}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
            />
          </label>
          <datalist id="ready-knives">
            {rows.map((row) => (
              <option key={row.id} value={row.code}>
                {row.code}
              </option>
            ))}
          </datalist>
        </div>
        <fieldset className="choice-row" aria-label={t('tool.fields.side')}>
          {(['upper', 'lower'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={side === one} onClick={() => setSide(one)}>
              {t(`tool.options.side.${one}`)}
            </button>
          ))}
        </fieldset>
        {there && <p>{t('pages.tools.comesOff', { code: there.code, place: there.place ?? '' })}</p>}
        <p className="quiet">{t('pages.knives.mountHint')}</p>
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button type="submit" look="primary" disabled={mount.busy || !knife || !number}>
            {t('client:resource.save')}
          </Button>
        </div>
      </form>
      {comesOff.dialog}
    </Dialog>
  )
}
