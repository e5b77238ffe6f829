import { Button, FileButton, Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconFileTypeCsv, IconFileUpload, IconUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BackLink } from '../../../components/page/back-link.tsx';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { PageFrame } from '../../../components/page/page-frame.tsx';
import { Name } from '../../../components/values/name.tsx';
import { fileTexts } from '../../../texts/leads/files.ts';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import classes from './files.module.css';
import { ImportSteps } from './import-steps.tsx';
import { uploadFile } from './upload-file.ts';

/** The first step of an import: uploading the file. The rest happens on the job's page. */
export function ImportPage() {
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [isOver, setOver] = useState(false);
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<Error>();
  const upload = async () => {
    if (!file) return;
    setError(undefined);
    setProgress(0);
    try {
      const id = await uploadFile(file, setProgress);
      await navigate({ to: '/leads/jobs/$id', params: { id: String(id) } });
    } catch (thrown) {
      setError(thrown as Error);
      setProgress(undefined);
    }
  };
  return (
    <PageFrame
      back={<BackLink to="/leads" label={leadsTexts.back} />}
      title={fileTexts.importTitle}
      about={fileTexts.importHelp}
      guide="console/leads.md#import-a-file"
    >
      <ImportSteps current={0} />
      <form
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          setFile(event.dataTransfer.files[0] ?? file);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void upload();
        }}
      >
        <Stack gap="md">
          <FileChoice file={file} onChange={setFile} />
          {progress !== undefined && (
            <Stack gap={4}>
              <Progress value={progress * 100} aria-label={fileTexts.uploading} />
              <Text size="xs" c="dimmed">
                {fileTexts.uploading}
              </Text>
            </Stack>
          )}
          {error && <ErrorNotice error={error} />}
          {file && (
            <Group justify="center">
              <Button type="submit" loading={progress !== undefined} leftSection={<IconUpload size={16} />}>
                {fileTexts.upload}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </PageFrame>
  );
}

/** Opens the browser's file dialog, and shows the chosen file. */
const FileChoice = ({ file, onChange }: { file: File | null; onChange: (file: File | null) => void }) => (
  <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(chosen) => onChange(chosen ?? file)}>
    {(props) =>
      file ? (
        <Stack gap={4} align="center">
          <IconFileTypeCsv size={28} stroke={1.5} aria-hidden />
          <Text size="sm" fw={500}>
            <Name>{file.name}</Name>
          </Text>
          <Button variant="subtle" size="xs" {...props}>
            {fileTexts.chooseOther}
          </Button>
        </Stack>
      ) : (
        <UnstyledButton className={classes.browse} {...props}>
          <IconFileUpload size={28} stroke={1.5} aria-hidden />
          <span className={classes.hint}>{fileTexts.drop}</span>
          <span className={classes.choose}>{fileTexts.browse}</span>
          <span className={classes.limit}>{fileTexts.limit}</span>
        </UnstyledButton>
      )
    }
  </FileButton>
);
