import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberInput } from '@/client/fields/number-input'
import { useLanguage } from '@/client/format/use-language'
import type { CommandFormState } from '@/client/resource/use-form'
import { Button } from '@/client/ui/Button'
import { DeleteIcon, PlusIcon } from '@/client/ui/icons'
import { parameterList } from '../../contract/process-standard'
import { labelIn, type Parameter } from '../../rules/process-standard'
import type { Variant } from './process-view'
import { ParameterSheet } from './ParameterSheet'

const NONE: Parameter[] = []
const FIGURES = ['low', 'target', 'high'] as const
const place = { area: 'standards', owner: 'processStandard', list: 'parameters' }

/** Parameters as cards with low, target and high. The name is set when a parameter is added. */
export function ParameterLines({ form, variant }: { form: CommandFormState; variant: Variant }) {
  const { t } = useTranslation('standards')
  const [adding, setAdding] = useState(false)
  const lines = (form.values['parameters'] as Parameter[] | null | undefined) ?? NONE
  const set = (parameters: Parameter[]) => form.set({ parameters })
  const change = (index: number, part: Partial<Parameter>) =>
    set(lines.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <div className="parameter-lines">
      {lines.map((one, index) => (
        <Line
          key={index}
          one={one}
          index={index}
          disabled={form.submit.busy}
          onChange={(part) => change(index, part)}
          onRemove={() => set(lines.filter((_, at) => at !== index))}
        />
      ))}
      {lines.length < parameterList.max && (
        <Button icon={<PlusIcon size={20} />} disabled={form.submit.busy} onClick={() => setAdding(true)}>
          {t('pages.standard.addParameter')}
        </Button>
      )}
      {adding && (
        <ParameterSheet
          variant={variant}
          used={lines}
          onClose={() => setAdding(false)}
          onTake={(named) => {
            set(
              [...lines, ...named.map((one) => ({ ...one, target: null, low: null, high: null }))].slice(
                0,
                parameterList.max,
              ),
            )
            setAdding(false)
          }}
        />
      )}
    </div>
  )
}
interface LineProps {
  one: Parameter
  index: number
  disabled: boolean
  onChange: (part: Partial<Parameter>) => void
  onRemove: () => void
}
function Line({ one, index, disabled, onChange, onRemove }: LineProps) {
  const { t } = useTranslation('standards')
  const language = useLanguage()
  const id = (field: string) => `parameter-${index}-${field}`
  const name = labelIn(one, language)
  return (
    <fieldset>
      <legend>
        {name}
        {one.unit && ` (${one.unit})`}
      </legend>
      <div className="parameter-figures">
        {FIGURES.map((field) => {
          const label = t(`processStandard.sub.parameters.${field}`)
          return (
            <label key={field} htmlFor={id(field)}>
              {label}
              <NumberInput
                field={parameterList.of[field]}
                name={field}
                place={place}
                id={id(field)}
                label={`${name} ${label}`}
                value={one[field]}
                disabled={disabled}
                onChange={(value) => onChange({ [field]: value as number | null })}
              />
            </label>
          )
        })}
        <Button
          look="quiet"
          icon={<DeleteIcon size={20} />}
          aria-label={t('pages.standard.removeParameter', { name })}
          title={t('pages.standard.removeParameter', { name })}
          disabled={disabled}
          onClick={onRemove}
        />
      </div>
    </fieldset>
  )
}
