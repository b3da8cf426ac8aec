import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { createUuid7 } from '@/contract/id'
import type { OutboxPhoto } from '@/client/api/phone'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'
import { CameraDialog } from '@/client/ui/CameraDialog'
import { CameraIcon, CheckIcon } from '@/client/ui/icons'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { Dialog } from '@/client/ui/Dialog'
import { editRoll } from '../../contract/jumbo-commands'
import { defectKinds, findDefectProblems, type DefectKind } from '../../rules/defect-map'
import { calculateLastMetre } from '../../rules/winding'
import { NumberField } from './NumberField'
import { RollCommandBoundary } from './RollAlreadyDoffedNotice'
import { formatRollName } from './roll-display'
import { useInstantCommand } from '@/client/api/use-instant-command'
import type { WinderRoll } from './winder-state'

type EditRollEndpoint = Endpoint<Record<string, unknown>, unknown>
const WEB_PLACES = ['whole', 'operator', 'middle', 'drive'] as const
type WebPlace = (typeof WEB_PLACES)[number]
const MAX_PHOTOS = 3

/** Returns the range of a third of the web, mm from the operator's side; null for the whole width. */
function toWebRange(place: WebPlace, widthMm: number | null): { fromMm: number | null; toMm: number | null } {
  if (place === 'whole' || !widthMm) return { fromMm: null, toMm: null }
  const third = WEB_PLACES.indexOf(place) - 1
  return { fromMm: Math.round((widthMm * third) / 3), toMm: Math.round((widthMm * (third + 1)) / 3) }
}
/** 疵点: records type, metre (now by default), position across the web and a photo. */
export function DefectDialog({
  roll,
  widthMm,
  metres,
  orderedM,
  onClose,
}: {
  roll: WinderRoll
  widthMm: number | null
  /** Metres wound by now. */
  metres: number | null
  /** Ordered length of a roll. */
  orderedM: number | null
  onClose: () => void
}) {
  const { t } = useTranslation('rolls')
  const [kind, setKind] = useState<DefectKind | null>(null)
  const [fromM, setFrom] = useState<number | null>(() => (metres === null ? null : Math.round(metres)))
  const [toM, setTo] = useState<number | null>(null)
  const [place, setPlace] = useState<WebPlace>('whole')
  const [photos, setPhotos] = useState<OutboxPhoto[]>([])
  const [isCameraOpen, setCamera] = useState(false)
  const command = useInstantCommand(editRoll as EditRollEndpoint)
  const language = useLanguage()
  const formatMetres = (value: number) => formatNumber(value, { language, decimals: 0 })
  // A roll on the winder has no final length; a set length is only a target.
  const lengthM = (roll.doffedAt ? roll.lengthM : calculateLastMetre(orderedM, metres)) ?? Infinity
  const findProblems = (from: number, to: number | null) =>
    findDefectProblems(
      { kind: kind ?? '', fromM: from, toM: to ?? from, ...toWebRange(place, widthMm) },
      { lengthM, widthMm: widthMm ?? Infinity },
    )
  const problems = fromM === null ? [] : findProblems(fromM, toM)
  const blockReason = !kind
    ? t('pages.downgrade.defectFirst')
    : fromM === null
      ? t('pages.winder.metreMissing')
      : problems.length > 0
        ? t('pages.downgrade.metresWrong')
        : null
  const judge = (field: 'fromM' | 'toM') => (value: number | null) => {
    const from = field === 'fromM' ? value : fromM
    if (value === null || from === null) return { tone: 'idle', word: null } as const
    const outside = findProblems(from, field === 'toM' ? value : null).some((one) => one.field === field)
    if (outside)
      return {
        tone: 'bad',
        word: value > lengthM ? t('pages.winder.beyond', { metres: formatMetres(lengthM) }) : null,
      } as const
    // The machine's counter may be ahead of the calculated metres: warned about, not refused.
    return roll.doffedAt === null && metres !== null && value > Math.round(metres)
      ? ({ tone: 'warn', word: t('pages.winder.notWoundYet', { metres: formatMetres(metres) }) } as const)
      : ({ tone: 'idle', word: null } as const)
  }
  const save = async () => {
    if (!kind || fromM === null || problems.length > 0) return
    const images = photos.map((photo) => photo.id)
    const defect = { kind, fromM, toM: toM ?? fromM, ...toWebRange(place, widthMm), images }
    if (await command.run({ id: roll.id, defects: [...roll.defects, defect] }, { baseVersion: roll.version, photos }))
      onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`${t('jumboRoll.fields.defects')} · ${formatRollName(roll, t)}`}>
      <RollCommandBoundary command={editRoll} roll={roll}>
        <form
          className="wd-form"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <ChoiceGrid
            label={t('jumboRoll.sub.defects.kind')}
            options={defectKinds.map((key) => ({ key, word: t(`jumboRoll.subOptions.defects.kind.${key}`) }))}
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
                judge={judge(name)}
              />
            ))}
          </div>
          <ChoiceGrid
            label={t('pages.winder.place')}
            options={WEB_PLACES.map((key) => ({ key, word: t(`pages.winder.places.${key}`) }))}
            inOneRow
            value={place}
            onChange={setPlace}
          />
          {photos.length > 0 && (
            <PhotoStrip
              photos={photos.map((photo) => ({ bytes: photo.data, mime: photo.mime }))}
              onRemove={(index) => setPhotos(photos.filter((_, at) => at !== index))}
            />
          )}
          <div className="ui-actions">
            <Button
              icon={<CameraIcon size={20} />}
              disabled={photos.length >= MAX_PHOTOS}
              onClick={() => setCamera(true)}
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
            setPhotos((now) => [
              ...now,
              { id: createUuid7(), data: photo.bytes, mime: photo.mime, name: `${photo.takenAt}.jpg` },
            ])
          }
          onClose={() => setCamera(false)}
        />
      )}
    </Dialog>
  )
}
