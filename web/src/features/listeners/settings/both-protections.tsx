import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { listenersTexts } from '../../../texts/listeners.ts';

const { both: texts } = listenersTexts;

/** Warns users who turn on both checks that browser calls then fail (spec/listeners §4.5). */
export const BothProtections = ({
  isPlanned = false,
  isWhole = true,
  onShow,
}: {
  /** Not saved yet. */
  isPlanned?: boolean;
  /** Where the listener is called or set up, why it is so and what helps; elsewhere the fact alone. */
  isWhole?: boolean;
  onShow?: () => void;
}) => (
  <Alert
    role="alert"
    color="red"
    variant="outline"
    styles={{ title: { color: 'var(--mantine-color-error)' } }}
    title={isPlanned ? texts.plannedTitle : texts.title}
    icon={<IconAlertTriangle />}
  >
    {(isWhole || onShow) && (
      <>
        {isWhole && (
          <>
            <Text size="sm">{texts.text}</Text>
            <Text size="sm" mt="xs">
              {texts.advice}
            </Text>
          </>
        )}
        {onShow && (
          <Button mt={isWhole ? 'sm' : 0} size="xs" variant="default" onClick={onShow}>
            {texts.show}
          </Button>
        )}
      </>
    )}
  </Alert>
);
