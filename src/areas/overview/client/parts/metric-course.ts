import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'
import type { MetricCourse } from '../../contract/course-endpoints'

/** Returns the values of a metric in the last periods, the oldest first; undefined while nothing is loaded. */
export const getCourse = (course: MetricCourse | undefined, figure: ShiftMetricName): (number | null)[] | undefined =>
  course?.metrics.find((metric) => metric.figure === figure)?.values.map(({ value }) => value)
