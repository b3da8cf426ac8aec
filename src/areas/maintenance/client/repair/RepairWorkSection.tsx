import { useTranslation } from 'react-i18next'
import { useDisplayPhotos } from '@/client/api/use-photos'
import { FieldView } from '@/client/fields/registry'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { repair } from '@/areas/maintenance/contract/repair'
import { PartTable } from './PartTable'
import type { Repair } from './repair-time'

const REPAIR_FIELD_PLACE = { area: 'maintenance', owner: 'repair' }
/** The work of a repair: causes, actions, parts, hours and photos. Empty values are left out. */
export function RepairWorkSection({ row, refs }: { row: Repair; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('maintenance')
  const photos = useDisplayPhotos(row.workImages)
  if (!row.causes && !row.actions && row.parts.length === 0 && row.hours.length === 0 && photos.length === 0)
    return null
  return (
    <section>
      <h2>{t('pages.repair.work')}</h2>
      <dl className="pairs">
        {(['causes', 'actions', 'parts', 'hours'] as const).map((name) => {
          const value = row[name]
          return (
            value &&
            value.length > 0 && (
              <div key={name} className="is-wide">
                <dt>{t(`repair.fields.${name}`)}</dt>
                <dd>
                  {name === 'parts' ? (
                    <PartTable lines={row.parts} refs={refs} />
                  ) : (
                    <FieldView
                      field={repair.fields[name]}
                      name={name}
                      place={REPAIR_FIELD_PLACE}
                      value={value}
                      refs={refs}
                      isDetail
                    />
                  )}
                </dd>
              </div>
            )
          )
        })}
      </dl>
      {photos.length > 0 && <PhotoStrip photos={photos} />}
    </section>
  )
}
