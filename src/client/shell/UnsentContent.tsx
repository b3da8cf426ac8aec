import '../fields/fields.css'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Fields } from '@/contract/field'
import { FieldView } from '../fields/registry'
import { useLabels } from '../i18n/labels'
import { CommandTargetRow } from '../resource/UnsentCommandSection'
import { SkeletonDetail } from '../ui/Skeleton'
import { buildCommandContent, type UnfinishedCommand, type CommandContent as Content } from './command-content'

/**
 * Displays the content of an unsent command with the labels of its page and names instead of ids. `isBrief` shows only
 * the row that the command is about, and short values.
 */
export default function UnsentContent({ command, isBrief = false }: { command: UnfinishedCommand; isBrief?: boolean }) {
  const { t, i18n } = useTranslation('client')
  const language = i18n.language === 'en' ? 'en' : 'zh'
  const { data, error } = useQuery({
    queryKey: [[], 'unsent', command.id, command.body, language],
    queryFn: () => buildCommandContent(command, language),
    networkMode: 'always',
    gcTime: 0,
    persister: undefined,
  })
  if (isBrief) {
    const fields = data ? pickBriefFields(data.fields) : {}
    return data && (data.target || Object.keys(fields).length > 0) ? <FieldPairList {...data} fields={fields} /> : null
  }
  if (data) return <FieldPairList {...data} />
  return data === null || error ? <p className="quiet">{t('sync.notReadable')}</p> : <SkeletonDetail fields={3} />
}
const BRIEF_KINDS: readonly string[] = ['reference', 'text', 'note', 'amount', 'integer']
const pickBriefFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { kind }]) => BRIEF_KINDS.includes(kind)))

function FieldPairList({ place, fields, values, target }: Content) {
  const labels = useLabels(place.area)
  return (
    <dl className="pairs">
      <CommandTargetRow target={target} place={place} />
      {Object.entries(fields).map(([name, field]) => (
        <div
          key={name}
          className={field.kind === 'list' || field.kind === 'note' || field.kind === 'image' ? 'is-wide' : undefined}
        >
          <dt>{labels.field(place, name)}</dt>
          <dd>
            <FieldView field={field} name={name} place={place} value={values[name]} refs={{}} isDetail />
          </dd>
        </div>
      ))}
    </dl>
  )
}
