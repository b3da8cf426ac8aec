import { TextInput } from '@/client/ui/TextInput'
import '@/client/ui/dialog-form.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { normalizeCode } from '@/plant/rules/code'
import { parseLabel } from '@/plant/rules/label'
import { useCommand } from '@/client/api/use-command'
import { useList } from '@/client/api/use-list'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { NonNegativeNumberInput } from '@/client/ui/NonNegativeNumberInput'
import { parseNonNegative } from '@/client/fields/number-input'
import { getFromStates } from '@/contract/state-machine'
import { tool } from '../contract/tool'
import { mountTool } from '../contract/tool-commands'
import { toolLifecycle } from '../rules/tool'
import { useTakeOffConfirm, useMountedToolLookup, useWornConfirm } from './use-take-off-confirm'

type Side = 'upper' | 'lower'
/** Query of the knives that can be mounted; few enough to store on the phone. */
const READY_KNIVES_QUERY = { kind: 'knife', state: getFromStates(toolLifecycle, 'mount').join(','), size: 500 }

/** Dialog that mounts a ready knife on the slitter by its scanned or typed code. */
export function MountKnifeDialog({
  slitterId,
  place: initialPlace,
  side: initialSide,
  onClose,
}: {
  slitterId: string
  place: number
  side: Side
  onClose: () => void
}) {
  const { t } = useTranslation(['tools', 'client'])
  const [placeText, setPlaceText] = useState(String(initialPlace))
  const [side, setSide] = useState(initialSide)
  const [codeText, setCodeText] = useState('')
  const { rows, isLoading } = useList(tool, READY_KNIVES_QUERY)
  const code = normalizeCode(parseLabel(codeText).code)
  const knife = rows.find((row) => row.code === code)
  const mount = useCommand(mountTool)
  const placeNumber = parseNonNegative(placeText)
  const occupant = useMountedToolLookup('knife')({ lineId: slitterId, place: placeNumber, side })
  const takeOffConfirm = useTakeOffConfirm()
  const [askIfWorn, wornDialog] = useWornConfirm()
  const submit = async () => {
    if (!knife || !placeNumber || !(await askIfWorn(knife))) return
    // The person tapped this place to change its knife. Confirm only if the knife of another place would come off.
    const isTappedPlace = placeNumber === initialPlace && side === initialSide
    if (!isTappedPlace && !(await takeOffConfirm.ask(occupant))) return
    const isSaved = await mount.run(
      {
        id: knife.id,
        version: knife.version,
        lineId: slitterId,
        place: placeNumber,
        side,
      },
      { baseVersion: knife.version },
    )
    if (isSaved) onClose()
  }
  return (
    <Dialog open onClose={onClose} title={t('pages.knives.mount')}>
      <form
        className="ui-sheet-form stack gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
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
            <NonNegativeNumberInput integersOnly value={placeText} onChange={setPlaceText} />
          </label>
          <label>
            {t('tool.fields.code')}
            <TextInput
              maxLength={80}
              list="ready-knives"
              placeholder={t('pages.knives.choose')}
              value={codeText}
              onChange={setCodeText}
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
        <fieldset className="choice-row cluster" aria-label={t('tool.fields.side')}>
          {(['upper', 'lower'] as const).map((option) => (
            <button key={option} type="button" aria-pressed={side === option} onClick={() => setSide(option)}>
              {t(`tool.options.side.${option}`)}
            </button>
          ))}
        </fieldset>
        {occupant && <p>{t('pages.tools.comesOff', { code: occupant.code, place: occupant.place ?? '' })}</p>}
        <p className="quiet">{t('pages.knives.mountHint')}</p>
        <div className="ui-actions">
          <Button type="submit" look="primary" disabled={mount.busy || !knife || !placeNumber}>
            {t('client:resource.save')}
          </Button>
        </div>
      </form>
      {takeOffConfirm.dialog}
      {wornDialog}
    </Dialog>
  )
}
