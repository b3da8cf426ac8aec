import { expect, it } from 'vitest'
import { editMainLineStandard } from '@/areas/standards/contract/process-standard-endpoints'
import { productStandard } from '@/areas/standards/contract/product-standard'
import { line } from '@/plant/contract/line'
import { checkInput } from '@/contract/schema'

it.each([
  [line.endpoints.update, 'idealSpeed'],
  [editMainLineStandard, 'idealSpeed'],
  [productStandard.endpoints.update, 'speed'],
])('a speed that is set is none that no line could run, in %#', (endpoint, field) => {
  const told = (speed: number) =>
    JSON.stringify(checkInput(endpoint!, { id: '0199aff3-9400-7150-8a1d-000000000001', version: 1, [field]: speed }))
  expect(told(99_999_999)).toContain(`"${field}"`)
  expect(told(99_999_999)).toContain('tooBig')
  expect(told(600)).not.toContain('tooBig')
})
