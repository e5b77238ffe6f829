import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type Declare = ReturnType<typeof declareIn>;

/** How a measurement is declared: its name, what it tells, and the labels that it has. */
export function declareIn(registry: Registry) {
  const registers = [registry];
  return {
    histogram: <Label extends string>(
      name: string,
      help: string,
      buckets: number[],
      ...labelNames: Label[]
    ) => new Histogram({ name, help, labelNames, buckets, registers }),
    counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    /** Of several processes the highest counts. */
    gauge: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, aggregator: 'max', registers }),
  };
}
