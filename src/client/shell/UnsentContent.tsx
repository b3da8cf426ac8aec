import '../fields/fields.css'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reference } from '@/contract/field'
import { FieldShow } from '../fields/registry'
import { useLabels } from '../i18n/labels'
import { SkeletonDetail } from '../ui/Skeleton'
import { contentOf, type Pending, type UnsentContent as Content } from './unsent-content'

/** What a command that is not done yet says, with the labels of its page and names instead of ids. */
export default function UnsentContent({ item }: { item: Pending }) {
  const { t, i18n } = useTranslation('client')
  const language = i18n.language === 'en' ? 'en' : 'zh'
  const { data, error } = useQuery({
    queryKey: [[], 'unsent', item.id, item.body, language],
    queryFn: () => contentOf(item, language),
    networkMode: 'always',
    gcTime: 0,
    persister: undefined,
  })
  if (data) return <Pairs {...data} />
  return data === null || error ? <p className="quiet">{t('sync.notReadable')}</p> : <SkeletonDetail fields={3} />
}

function Pairs({ place, fields, values, about }: Content) {
  const labels = useLabels(place.area)
  return (
    <dl className="pairs">
      {about && (
        <div>
          <dt>{labels.name({ area: place.area, name: about.resource })}</dt>
          <dd>
            <FieldShow field={reference(about.resource)} name="id" place={place} value={about.id} refs={{}} />
          </dd>
        </div>
      )}
      {Object.entries(fields).map(([name, field]) => (
        <div
          key={name}
          className={field.kind === 'list' || field.kind === 'note' || field.kind === 'image' ? 'is-wide' : undefined}
        >
          <dt>{labels.field(place, name)}</dt>
          <dd>
            <FieldShow field={field} name={name} place={place} value={values[name]} refs={{}} full />
          </dd>
        </div>
      ))}
    </dl>
  )
}
