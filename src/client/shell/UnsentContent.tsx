import '../fields/fields.css'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Fields } from '@/contract/field'
import { FieldShow } from '../fields/registry'
import { useLabels } from '../i18n/labels'
import { CommandTargetRow } from '../resource/UnsentCommandSection'
import { SkeletonDetail } from '../ui/Skeleton'
import { buildCommandContent, type UnfinishedCommand, type CommandContent as Content } from './command-content'

/**
 * Displays the content of an unsent command with the labels of its page and names instead of ids. `brief` shows only
 * its object and short values.
 */
export default function UnsentContent({ item, brief = false }: { item: UnfinishedCommand; brief?: boolean }) {
  const { t, i18n } = useTranslation('client')
  const language = i18n.language === 'en' ? 'en' : 'zh'
  const { data, error } = useQuery({
    queryKey: [[], 'unsent', item.id, item.body, language],
    queryFn: () => buildCommandContent(item, language),
    networkMode: 'always',
    gcTime: 0,
    persister: undefined,
  })
  if (brief) {
    const fields = data ? pickBriefFields(data.fields) : {}
    return data && (data.about || Object.keys(fields).length > 0) ? <FieldPairList {...data} fields={fields} /> : null
  }
  if (data) return <FieldPairList {...data} />
  return data === null || error ? <p className="quiet">{t('sync.notReadable')}</p> : <SkeletonDetail fields={3} />
}
const BRIEF_KINDS: readonly string[] = ['reference', 'text', 'note', 'amount', 'integer']
const pickBriefFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { kind }]) => BRIEF_KINDS.includes(kind)))

function FieldPairList({ place, fields, values, about }: Content) {
  const labels = useLabels(place.area)
  return (
    <dl className="pairs">
      <CommandTargetRow about={about} place={place} />
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
