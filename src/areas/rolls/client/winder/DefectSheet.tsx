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
import { defectKinds, defectProblems, type DefectKind } from '../../rules/defect-map'
import { lastMetre } from '../../rules/winding'
import { NumberField } from './NumberField'
import { WhileOpen } from './RollOver'
import { rollName } from './roll-words'
import { useInstantCommand } from '@/client/api/use-instant-command'
import type { Roll } from './winder-state'

type Edit = Endpoint<Record<string, unknown>, unknown>
const PLACES = ['whole', 'operator', 'middle', 'drive'] as const
type Place = (typeof PLACES)[number]
const MOST_PHOTOS = 3

/** Returns the range of a third of the web, mm from the operator's side; null for the whole width. */
function across(place: Place, widthMm: number | null): { fromMm: number | null; toMm: number | null } {
  if (place === 'whole' || !widthMm) return { fromMm: null, toMm: null }
  const third = PLACES.indexOf(place) - 1
  return { fromMm: Math.round((widthMm * third) / 3), toMm: Math.round((widthMm * (third + 1)) / 3) }
}
/** 疵点: records type, metre (now by default), position across the web and a photo. */
export function DefectSheet({
  roll,
  widthMm,
  metres,
  orderedM,
  onClose,
}: {
  roll: Roll
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
  const [place, setPlace] = useState<Place>('whole')
  const [photos, setPhotos] = useState<OutboxPhoto[]>([])
  const [camera, setCamera] = useState(false)
  const command = useInstantCommand(editRoll as Edit)
  const language = useLanguage()
  const shown = (value: number) => formatNumber(value, { language, decimals: 0 })
  // A roll on the winder has no final length; a set length is only a target.
  const lengthM = (roll.doffedAt ? roll.lengthM : lastMetre(orderedM, metres)) ?? Infinity
  const problemsOf = (from: number, to: number | null) =>
    defectProblems(
      { kind: kind ?? '', fromM: from, toM: to ?? from, ...across(place, widthMm) },
      { lengthM, widthMm: widthMm ?? Infinity },
    )
  const problems = fromM === null ? [] : problemsOf(fromM, toM)
  const why = !kind
    ? t('pages.downgrade.defectFirst')
    : fromM === null
      ? t('pages.winder.metreMissing')
      : problems.length > 0
        ? t('pages.downgrade.metresWrong')
        : null
  const judge = (field: 'fromM' | 'toM') => (value: number | null) => {
    const from = field === 'fromM' ? value : fromM
    if (value === null || from === null) return { tone: 'idle', word: null } as const
    const outside = problemsOf(from, field === 'toM' ? value : null).some((one) => one.field === field)
    if (outside)
      return {
        tone: 'bad',
        word: value > lengthM ? t('pages.winder.beyond', { metres: shown(lengthM) }) : null,
      } as const
    // The machine's counter may be ahead of the calculated metres: warned about, not refused.
    return roll.doffedAt === null && metres !== null && value > Math.round(metres)
      ? ({ tone: 'warn', word: t('pages.winder.notWoundYet', { metres: shown(metres) }) } as const)
      : ({ tone: 'idle', word: null } as const)
  }
  const save = async () => {
    if (!kind || fromM === null || problems.length > 0) return
    const images = photos.map((photo) => photo.id)
    const defect = { kind, fromM, toM: toM ?? fromM, ...across(place, widthMm), images }
    if (await command.run({ id: roll.id, defects: [...roll.defects, defect] }, { baseVersion: roll.version, photos }))
      onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`${t('jumboRoll.fields.defects')} · ${rollName(roll, t)}`}>
      <WhileOpen command={editRoll} roll={roll}>
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
            options={PLACES.map((key) => ({ key, word: t(`pages.winder.places.${key}`) }))}
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
              disabled={photos.length >= MOST_PHOTOS}
              onClick={() => setCamera(true)}
            >
              {t('pages.winder.photo')}
            </Button>
            <ExplainedButton
              type="submit"
              look="primary"
              icon={<CheckIcon size={20} />}
              disabledReason={command.busy ? '' : why}
            >
              {t('pages.winder.saveDefect')}
            </ExplainedButton>
          </div>
        </form>
      </WhileOpen>
      {camera && (
        <CameraDialog
          max={MOST_PHOTOS - photos.length}
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
