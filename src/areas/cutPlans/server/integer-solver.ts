import type { Highs, ModelData } from 'highs'
import type { Termination } from '@/areas/cutPlans/rules/cut-plan-types'
import type { IntegerAnswer, IntegerProgram, IntegerSolver } from '../rules/integer-program'

/** Loads HiGHS as the integer solver of cut plans; returns null if it cannot be loaded on this machine. */
export async function loadIntegerSolver(
  load: () => Promise<Highs> = async () => (await import('highs')).default(),
): Promise<IntegerSolver | null> {
  try {
    const highs = await load()
    return (program, seconds, startValues) => solve(highs, program, seconds, startValues)
  } catch {
    return null
  }
}

function solve(
  highs: Highs,
  program: IntegerProgram,
  seconds: number,
  startValues: readonly number[] | null,
): IntegerAnswer | null {
  return highs.withModel(buildModel(highs, program), (model) => {
    model.options.set({
      output_flag: false,
      time_limit: Math.max(0.05, seconds),
      mip_rel_gap: 0,
      // Costs are multiples of the step, so a gap of less than one step proves the optimum.
      mip_abs_gap: program.costStep * 0.99,
    })
    if (startValues) model.setSolution({ colValue: Float64Array.from(startValues) })
    model.run()
    const values = model.getSolution().colValue
    const bound = model.info.get('mip_dual_bound')
    if (values.length === 0 || !isFeasible(program, values)) return null
    const wholeValues = Array.from(values, Math.round)
    const cost = program.columns.reduce((sum, column, i) => sum + column.cost * wholeValues[i]!, 0)
    return {
      values: wholeValues,
      cost,
      termination: toTermination(highs, model.getModelStatus()),
      bound: typeof bound === 'number' && Number.isFinite(bound) ? bound : -Infinity,
    }
  })
}
/** Converts the HiGHS status. Other statuses count as the node limit, which HiGHS reports as `solutionLimit`. */
function toTermination({ constants: { modelStatus } }: Highs, status: number): Termination {
  if (status === modelStatus.optimal) return 'optimal'
  return status === modelStatus.timeLimit ? 'timeLimit' : 'nodeLimit'
}
/**
 * Returns true if the values are integers within the column limits and satisfy every row. Guards against solver errors.
 */
function isFeasible({ columns, rows }: IntegerProgram, values: Float64Array): boolean {
  const sums = rows.map(() => 0)
  for (const [i, column] of columns.entries()) {
    const value = Math.round(values[i]!)
    if (Math.abs(values[i]! - value) > 1e-4 || value < 0 || value > column.max) return false
    for (const [k, row] of column.rows.entries()) sums[row]! += column.coefficients[k]! * value
  }
  return rows.every((row, r) => sums[r]! >= row.min - 1e-6 && sums[r]! <= row.max + 1e-6)
}
function buildModel(highs: Highs, { columns, rows }: IntegerProgram): ModelData {
  const starts = [0]
  for (const column of columns) starts.push(starts.at(-1)! + column.rows.length)
  const integer = highs.constants.variableType.integer
  return {
    numCols: columns.length,
    numRows: rows.length,
    colCost: columns.map((column) => column.cost),
    colLower: columns.map(() => 0),
    colUpper: columns.map((column) => column.max),
    rowLower: rows.map((row) => row.min),
    rowUpper: rows.map((row) => row.max),
    integrality: columns.map(() => integer),
    matrix: {
      format: 'csc',
      numRows: rows.length,
      numCols: columns.length,
      starts,
      indices: columns.flatMap((column) => [...column.rows]),
      values: columns.flatMap((column) => [...column.coefficients]),
    },
  }
}
