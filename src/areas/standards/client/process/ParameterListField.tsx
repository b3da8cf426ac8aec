import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberInput } from '@/client/fields/number-input'
import { useLanguage } from '@/client/format/use-language'
import type { CommandFormState } from '@/client/resource/use-form'
import { Button } from '@/client/ui/Button'
import { DeleteIcon, PlusIcon } from '@/client/ui/icons'
import { parameterList } from '../../contract/process-standard'
import { getParameterLabel, type ProcessParameter } from '../../rules/process-standard'
import type { ProcessVariant } from './process-view'
import { AddParameterDialog } from './AddParameterDialog'

const NO_PARAMETERS: ProcessParameter[] = []
const LIMIT_FIELDS = ['low', 'target', 'high'] as const
const PARAMETER_FIELD_PLACE = { area: 'standards', owner: 'processStandard', list: 'parameters' }

/** Inputs of low, target and high for each parameter. The name is set when a parameter is added. */
export function ParameterListField({ form, variant }: { form: CommandFormState; variant: ProcessVariant }) {
  const { t } = useTranslation('standards')
  const [isAdding, setIsAdding] = useState(false)
  const parameters = (form.values['parameters'] as ProcessParameter[] | null | undefined) ?? NO_PARAMETERS
  const setParameters = (parameters: ProcessParameter[]) => form.setValues({ parameters })
  const changeParameter = (index: number, changedFields: Partial<ProcessParameter>) =>
    setParameters(
      parameters.map((parameter, lineIndex) => (lineIndex === index ? { ...parameter, ...changedFields } : parameter)),
    )
  return (
    <div className="parameter-entries stack gap-3">
      {parameters.map((parameter, index) => (
        <ParameterRow
          key={index}
          parameter={parameter}
          index={index}
          disabled={form.submit.busy}
          onChange={(changedFields) => changeParameter(index, changedFields)}
          onRemove={() => setParameters(parameters.filter((_, lineIndex) => lineIndex !== index))}
        />
      ))}
      {parameters.length < parameterList.max && (
        <Button icon={<PlusIcon size={20} />} disabled={form.submit.busy} onClick={() => setIsAdding(true)}>
          {t('pages.standard.addParameter')}
        </Button>
      )}
      {isAdding && (
        <AddParameterDialog
          variant={variant}
          usedParameters={parameters}
          onClose={() => setIsAdding(false)}
          onAdd={(definitions) => {
            setParameters(
              [
                ...parameters,
                ...definitions.map((definition) => ({ ...definition, target: null, low: null, high: null })),
              ].slice(0, parameterList.max),
            )
            setIsAdding(false)
          }}
        />
      )}
    </div>
  )
}
interface ParameterRowProps {
  parameter: ProcessParameter
  index: number
  disabled: boolean
  onChange: (changedFields: Partial<ProcessParameter>) => void
  onRemove: () => void
}
function ParameterRow({ parameter, index, disabled, onChange, onRemove }: ParameterRowProps) {
  const { t } = useTranslation('standards')
  const language = useLanguage()
  const buildInputId = (field: string) => `parameter-${index}-${field}`
  const name = getParameterLabel(parameter, language)
  return (
    <fieldset>
      <legend>
        {name}
        {parameter.unit && ` (${parameter.unit})`}
      </legend>
      <div className="parameter-figures">
        {LIMIT_FIELDS.map((field) => {
          const label = t(`processStandard.sub.parameters.${field}`)
          return (
            <label key={field} htmlFor={buildInputId(field)}>
              {label}
              <NumberInput
                field={parameterList.of[field]}
                name={field}
                place={PARAMETER_FIELD_PLACE}
                id={buildInputId(field)}
                label={`${name} ${label}`}
                value={parameter[field]}
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
