import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import type { OutboxPhoto } from '@/client/api/phone'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'
import { CameraDialog } from '@/client/ui/CameraDialog'
import { CameraIcon, CheckIcon } from '@/client/ui/icons'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { Dialog } from '@/client/ui/Dialog'
import { editRoll } from '../../contract/jumbo-commands'
import { defectKinds, findDefectProblems, type DefectKind } from '../../rules/defect-map'
import { calculateMaxPlausibleLength } from '../../rules/winding'
import { NumberField } from '../shared/NumberField'
import { RollCommandBoundary } from './RollAlreadyDoffedNotice'
import { formatRollName } from '../shared/roll-display'
import { useCommand } from '@/client/api/use-command'
import type { WinderRoll } from '../shared/winder-state'

/** The whole width of the web, and its thirds from the operator's side to the drive side. */
const WEB_PLACES = ['whole', 'operator', 'middle', 'drive'] as const
type WebPlace = (typeof WEB_PLACES)[number]
const MAX_PHOTOS = 3

/** Returns the range of a third of the web, mm from the operator's side; null for the whole width. */
function toWebRange(place: WebPlace, widthMm: number | null): { fromMm: number | null; toMm: number | null } {
  if (place === 'whole' || !widthMm) return { fromMm: null, toMm: null }
  const thirdIndex = WEB_PLACES.indexOf(place) - 1
  return { fromMm: Math.round((widthMm * thirdIndex) / 3), toMm: Math.round((widthMm * (thirdIndex + 1)) / 3) }
}
/** 疵点: records type, metre (now by default), position across the web and a photo. */
export function DefectDialog({
  roll,
  widthMm,
  woundM,
  orderedM,
  onClose,
}: {
  roll: WinderRoll
  widthMm: number | null
  /** Metres wound by now. */
  woundM: number | null
  /** Ordered length of a roll. */
  orderedM: number | null
  onClose: () => void
}) {
  const { t } = useTranslation('rolls')
  const [kind, setKind] = useState<DefectKind | null>(null)
  const [fromM, setFrom] = useState<number | null>(() => (woundM === null ? null : Math.round(woundM)))
  const [toM, setTo] = useState<number | null>(null)
  const [place, setPlace] = useState<WebPlace>('whole')
  const [photos, setPhotos] = useState<OutboxPhoto[]>([])
  const [isCameraOpen, setCameraOpen] = useState(false)
  const command = useCommand(editRoll)
  const language = useLanguage()
  const formatMetres = (value: number) => formatNumber(value, { language, decimals: 0 })
  // A roll on the winder has no final length. A length set for it is only a target.
  const lengthM = (roll.doffedAt ? roll.lengthM : calculateMaxPlausibleLength(orderedM, woundM)) ?? Infinity
  const findProblems = (from: number, to: number | null) =>
    findDefectProblems(
      { kind: kind ?? '', fromM: from, toM: to ?? from, ...toWebRange(place, widthMm) },
      { lengthM, widthMm: widthMm ?? Infinity },
    )
  const problems = fromM === null ? [] : findProblems(fromM, toM)
  const getBlockReason = () => {
    if (!kind) return t('pages.downgrade.defectFirst')
    if (fromM === null) return t('pages.winder.metreMissing')
    return problems.length > 0 ? t('pages.downgrade.metresWrong') : null
  }
  const blockReason = getBlockReason()
  const createEvaluator = (field: 'fromM' | 'toM') => (value: number | null) => {
    const from = field === 'fromM' ? value : fromM
    if (value === null || from === null) return { tone: 'idle', label: null } as const
    const isOutside = findProblems(from, field === 'toM' ? value : null).some((problem) => problem.field === field)
    if (isOutside)
      return {
        tone: 'bad',
        label: value > lengthM ? t('pages.winder.beyond', { metres: formatMetres(lengthM) }) : null,
      } as const
    // Only warns, because the counter of the machine may be ahead of the calculated metres.
    return roll.doffedAt === null && woundM !== null && value > Math.round(woundM)
      ? ({ tone: 'warn', label: t('pages.winder.notWoundYet', { metres: formatMetres(woundM) }) } as const)
      : ({ tone: 'idle', label: null } as const)
  }
  const save = async () => {
    if (!kind || fromM === null || problems.length > 0) return
    const images = photos.map((photo) => photo.id)
    const defect = { kind, fromM, toM: toM ?? fromM, ...toWebRange(place, widthMm), note: null, images }
    if (await command.run({ id: roll.id, defects: [...roll.defects, defect] }, { baseVersion: roll.version, photos }))
      onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`${t('jumboRoll.fields.defects')} · ${formatRollName(roll, t)}`}>
      <RollCommandBoundary command={editRoll} roll={roll}>
        <form
          className="stack gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <ChoiceGrid
            label={t('jumboRoll.sub.defects.kind')}
            options={defectKinds.map((key) => ({ key, label: t(`jumboRoll.subOptions.defects.kind.${key}`) }))}
            value={kind}
            onChange={setKind}
          />
          <div className="wd-two">
            {(['fromM', 'toM'] as const).map((name) => (
              <NumberField
                key={name}
                label={t(`jumboRoll.sub.defects.${name}`)}
                unit="m"
                value={name === 'fromM' ? fromM : toM}
                onChange={name === 'fromM' ? setFrom : setTo}
                evaluate={createEvaluator(name)}
              />
            ))}
          </div>
          <ChoiceGrid
            label={t('pages.winder.place')}
            options={WEB_PLACES.map((key) => ({ key, label: t(`pages.winder.places.${key}`) }))}
            inOneRow
            value={place}
            onChange={setPlace}
          />
          {photos.length > 0 && (
            <PhotoStrip
              photos={photos.map((photo) => ({ bytes: photo.data, mime: photo.mime }))}
              onRemove={(index) => setPhotos(photos.filter((_, photoIndex) => photoIndex !== index))}
            />
          )}
          <div className="ui-actions">
            <Button
              icon={<CameraIcon size={20} />}
              disabled={photos.length >= MAX_PHOTOS}
              onClick={() => setCameraOpen(true)}
            >
              {t('pages.winder.photo')}
            </Button>
            <ExplainedButton
              type="submit"
              look="primary"
              icon={<CheckIcon size={20} />}
              disabledReason={command.busy ? '' : blockReason}
            >
              {t('pages.winder.saveDefect')}
            </ExplainedButton>
          </div>
        </form>
      </RollCommandBoundary>
      {isCameraOpen && (
        <CameraDialog
          max={MAX_PHOTOS - photos.length}
          onPhoto={(photo) =>
            setPhotos((currentPhotos) => [
              ...currentPhotos,
              { id: createUuid7(), data: photo.bytes, mime: photo.mime, name: `${photo.takenAt}.jpg` },
            ])
          }
          onClose={() => setCameraOpen(false)}
        />
      )}
    </Dialog>
  )
}
